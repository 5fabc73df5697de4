-- ARGV[3..4]  name of a counter, limit
-- Answers     1 granted, 0 all that is left is claimed, -1 nothing is left
local before, lost = answered()
if before or lost then return before or lost end
local name, limit = ARGV[3], tonumber(ARGV[4])
local kind = string.match(name, '^([^:]*):') or ''
local counted = tonumber(redis.call('HGET', STATE .. ':' .. kind, name) or 0)
if counted >= limit then return answer('-1') end
local fields = redis.call('HGETALL', CLAIMS)
for i = 1, #fields, 2 do
  local of, by = string.match(fields[i], '^(.*)%z(.*)$')
  if by ~= worker and not redis.call('ZSCORE', ALIVE, by) then
    redis.call('HDEL', CLAIMS, fields[i])
  elseif of == name then
    counted = counted + tonumber(fields[i + 1])
  end
end
if counted >= limit then return answer('0') end
redis.call('HINCRBY', CLAIMS, name .. '\0' .. worker, 1)
return answer('1')
