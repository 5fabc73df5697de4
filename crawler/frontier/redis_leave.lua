-- ARGV[3]  1 to leave, 0 to hand back what is leased and stay
-- Answers  how many other workers live
hand_back_of(function(owner) return owner == worker end, false)
if ARGV[3] == '0' then return redis.call('ZCARD', ALIVE) - 1 end
for _, field in ipairs(redis.call('HKEYS', CLAIMS)) do
  if string.sub(field, -#worker - 1) == '\0' .. worker then redis.call('HDEL', CLAIMS, field) end
end
redis.call('ZREM', ALIVE, worker)
redis.call('DEL', SELF)
redis.call('ZREMRANGEBYSCORE', ALIVE, '-inf', clock())
return redis.call('ZCARD', ALIVE)
