-- ARGV[3..5]  limit, how many hosts are busy, how many paces are told
-- then        busy hosts; host, delay, concurrency, seconds to resume of each pace (a
--             negative delay: it has none any more)
-- Answers     how much news there was, and number, tries and row of each
local function told(numbers)
  local found = {}
  for i, number in ipairs(numbers) do
    found[i] = {number, redis.call('HGET', TRIES, number) or '0',
      redis.call('HGET', ROWS, number)}
  end
  return {redis.call('HGET', META, 'news') or '0', found}
end

local before, lost = answered()
if lost then return lost end
if before then return told(cmsgpack.unpack(before)) end

local limit, busy_count, paces = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local now, busy = clock(), {}
for i = 6, 5 + busy_count do busy[ARGV[i]] = true end

local function hold(host, till)
  local score = redis.call('ZSCORE', WAITING, host)
  if score or redis.call('ZREM', READY, host) == 1 then
    redis.call('ZADD', WAITING, math.max(till, tonumber(score or 0)), host)
    return
  end
  score = redis.call('ZSCORE', HELD, host)
  redis.call('ZADD', HELD, math.max(till, tonumber(score or 0)), host)
end

local function tell(host, delay, concurrency, resume)
  if delay < 0 then
    redis.call('HDEL', PACE, host)
  else
    redis.call('HSET', PACE, host, struct.pack('>dI4', delay, concurrency))
  end
  if resume > 0 then hold(host, now + resume) end
  -- It is looked at again when its turn comes.
  local hosts = host == '' and redis.call('SMEMBERS', FULL) or {host}
  for _, each in ipairs(hosts) do
    if redis.call('SREM', FULL, each) == 1 then wake(each) end
  end
end

for i = 6 + busy_count, 5 + busy_count + 4 * paces, 4 do
  tell(ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3]))
end

for _, host in ipairs(redis.call('ZRANGEBYSCORE', WAITING, '-inf', now,
  'LIMIT', 0, 1000)) do
  redis.call('ZREM', WAITING, host)
  stand(host)
end
redis.call('ZREMRANGEBYSCORE', HELD, '-inf', now)

local default
local function pace_of(host)
  local packed = redis.call('HGET', PACE, host)
  if not packed then
    default = default or redis.call('HGET', PACE, '') or struct.pack('>dI4', 0, 0)
    packed = default
  end
  return struct.unpack('>dI4', packed)
end

-- The next row of a host whose turn it is; the host goes to where it belongs.
local function take(host)
  local delay, concurrency = pace_of(host)
  local open = tonumber(redis.call('HGET', OPEN, host) or 0)
  redis.call('ZREM', READY, host)
  if concurrency > 0 and open >= concurrency then
    redis.call('SADD', FULL, host)
    return nil
  end
  local name = redis.call('ZPOPMIN', queue_of(host))[1]
  if not name then return nil end
  local number = string.format('%.0f', number_of(name))
  redis.call('HSET', LEASES, number, worker)
  redis.call('HINCRBY', OPEN, host, 1)
  local left = redis.call('EXISTS', queue_of(host)) == 1
  if delay > 0 then
    redis.call('ZADD', left and WAITING or HELD, now + delay, host)
  elseif left then
    stand(host)
  end
  return number
end

-- In turn many are looked at in one go; by priority the first may be first again.
local taken, skipped, more = {}, 0, by_priority() and 0 or 31
while #taken < limit do
  local hosts = redis.call('ZRANGE', READY, skipped, skipped + more)
  if #hosts == 0 then break end
  for _, host in ipairs(hosts) do
    if #taken == limit then break end
    if busy[host] then
      skipped = skipped + 1
    else
      taken[#taken + 1] = take(host)
    end
  end
end
answer(cmsgpack.pack(taken))
return told(taken)
