-- ARGV[3]    seconds for which a worker is taken to live
-- ARGV[4...] workers that are known to be dead
-- Answers    how many live, how many leases came back
local CREW = P .. 'crew'
local now, last, span = clock(), redis.call('HGET', META, 'beat'), tonumber(ARGV[3])
-- When nobody was heard of, the server was away, not the workers.
if not last or now - tonumber(last) > span / 2 then
  for _, names in ipairs({ALIVE, CREW}) do
    for _, each in ipairs(redis.call('ZRANGE', names, 0, -1)) do
      redis.call('ZADD', names, now + span, each)
    end
  end
end
redis.call('HSET', META, 'beat', now)
redis.call('ZADD', ALIVE, now + span, worker)
redis.call('ZADD', CREW, 'XX', now + span, worker)
redis.call('EXPIRE', SELF, 86400)
for i = 4, #ARGV do
  redis.call('ZREM', ALIVE, ARGV[i])
  redis.call('ZREM', CREW, ARGV[i])
end
redis.call('ZREMRANGEBYSCORE', ALIVE, '-inf', now)
local function gone(owner) return not redis.call('ZSCORE', ALIVE, owner) end
return {redis.call('ZCARD', ALIVE), hand_back_of(gone, true)}
