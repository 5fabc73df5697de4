-- ARGV[3..4]  cursor, limit of failures
-- Answers     the next cursor, how many are pending again
local found, limit, count = redis.call('HSCAN', FAILED, ARGV[3], 'COUNT', 1000),
  tonumber(ARGV[4]), 0
local failed = found[2]
for i = 1, #failed, 2 do
  local number = failed[i]
  if tonumber(redis.call('HGET', FAILS, number) or 0) < limit
    and redis.call('HDEL', FAILED, number) == 1 then
    local priority, tag, _, host = head(redis.call('HGET', ROWS, number))
    enqueue(tonumber(number), priority, tag, host)
    count = count + 1
  end
end
return {found[1], count}
