-- ARGV[3]    what is asked: read, settle, aside
-- ARGV[4...] how many; messages; a message and how many bad ones are kept
local STARTS, BAD = P .. 'starts', P .. 'starts:bad'
if ARGV[3] == 'read' then
  return redis.call('LRANGE', STARTS, 0, tonumber(ARGV[4]) - 1)
elseif ARGV[3] == 'settle' then
  for i = 4, #ARGV do redis.call('LREM', STARTS, 1, ARGV[i]) end
  return 1
end
if redis.call('LREM', STARTS, 1, ARGV[4]) == 0 then return 0 end
redis.call('RPUSH', BAD, ARGV[4])
redis.call('LTRIM', BAD, -tonumber(ARGV[5]), -1)
return 1
