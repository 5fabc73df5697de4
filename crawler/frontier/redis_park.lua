-- Sets pending rows of a shape aside, a stretch of the queue at a time: from its end,
-- so that rows that are handed out meanwhile do not move the others.
-- ARGV[3..6]  host, tag, rows to pass over, rows to look at
-- Answers     how many were parked, how many to pass over next; -1 at the end
local host, tag, offset, count = ARGV[3], ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local queue, parked = queue_of(host), parked_of(host, tag)
local rows, moved = redis.call('ZREVRANGE', queue, offset, offset + count - 1,
  'WITHSCORES'), 0
for i = 1, #rows, 2 do
  if string.sub(rows[i], 9) == tag then
    redis.call('ZREM', queue, rows[i])
    redis.call('ZADD', parked, rows[i + 1], rows[i])
    moved = moved + 1
  end
end
if moved > 0 then
  redis.call('HINCRBY', META, 'parked', moved)
  rest(host)
end
local read = #rows / 2
return {moved, read < count and -1 or offset + read - moved}
