-- ARGV[3]    what is asked: join, run, note, through, leave
-- ARGV[4...] more of it
local CREW, TEAM, STATS = P .. 'crew', P .. 'team', P .. 'team:stats'
local asked, now = ARGV[3], clock()
if asked == 'join' then
  -- seconds to live; workers that are known to be dead
  for i = 5, #ARGV do redis.call('ZREM', CREW, ARGV[i]) end
  redis.call('ZREMRANGEBYSCORE', CREW, '-inf', now)
  if redis.call('ZCARD', CREW) == 0 then
    redis.call('DEL', TEAM, STATS, P .. 'team:through')
  end
  redis.call('ZADD', CREW, now + tonumber(ARGV[4]), worker)
  return redis.call('ZCARD', CREW)
elseif asked == 'run' then
  -- the id that this worker made, or nothing
  if ARGV[4] ~= '' then redis.call('HSET', TEAM, 'run', ARGV[4]) end
  local run = redis.call('HGET', TEAM, 'run')
  if run then return run end
  -- One makes it, the others wait, unless it died.
  local maker = redis.call('HGET', TEAM, 'maker')
  if not maker or not redis.call('ZSCORE', CREW, maker) then
    redis.call('HSET', TEAM, 'maker', worker)
    maker = worker
  end
  return maker == worker and 'make' or 'wait'
elseif asked == 'note' then
  -- a name, and 1 to note it; whether it is noted
  if ARGV[5] == '1' then redis.call('HSET', TEAM, 'note:' .. ARGV[4], 1) end
  return redis.call('HEXISTS', TEAM, 'note:' .. ARGV[4])
elseif asked == 'through' then
  -- workers that are known to be dead; how many others still work on the queue
  local THROUGH, others = P .. 'team:through', 0
  for i = 4, #ARGV do redis.call('ZREM', CREW, ARGV[i]) end
  redis.call('ZREMRANGEBYSCORE', CREW, '-inf', now)
  redis.call('SADD', THROUGH, worker)
  for _, each in ipairs(redis.call('ZRANGE', CREW, 0, -1)) do
    if redis.call('SISMEMBER', THROUGH, each) == 0 then others = others + 1 end
  end
  return others
elseif asked == 'leave' then
  -- this worker's stats; how many others there are, and, without any, all stats
  redis.call('RPUSH', STATS, ARGV[4])
  redis.call('ZREM', CREW, worker)
  redis.call('ZREMRANGEBYSCORE', CREW, '-inf', now)
  local others = redis.call('ZCARD', CREW)
  if others > 0 then return {others} end
  local stats = redis.call('LRANGE', STATS, 0, -1)
  redis.call('DEL', TEAM, STATS, P .. 'team:through')
  return {0, stats}
end
