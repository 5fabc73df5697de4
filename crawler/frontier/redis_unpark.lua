-- ARGV[3..5]  host, tag, how many at most
-- Answers     how many
local host, parked = ARGV[3], parked_of(ARGV[3], ARGV[4])
local rows = redis.call('ZPOPMIN', parked, ARGV[5])
for i = 1, #rows, 2 do
  redis.call('ZADD', queue_of(host), rows[i + 1], rows[i])
end
if #rows > 0 then
  redis.call('HINCRBY', META, 'parked', -#rows / 2)
  wake(host)
end
return #rows / 2
