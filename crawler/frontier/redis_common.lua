-- Before every other script. A script runs alone on the server, so what it changes,
-- changes together.
--
-- KEYS[1]  prefix of all keys of one crawl
-- ARGV[1]  this worker
-- ARGV[2]  number of this call of the worker: one whose answer was lost is told again,
--          not done again
--
-- meta        hash    format, numbers given out, counts
-- rows        hash    number -> row, as crawler/frontier/redis_rows.py packs it
-- seen:XXXX   hash    key -> spelling, in so many that each stays a compact list
-- queue:HOST  zset    pending rows by priority, then number
-- parked:...  zset    the same, set aside; one for each shape of a host
-- leases      hash    number -> worker
-- failed      hash    number -> reason
-- fails       hash    number -> how often it failed
-- tries       hash    number -> how often it was handed out in vain
-- ready       zset    hosts that may be asked, by turn; by priority: by their best row, then
--                     by turn (meta order: set by redis_order.lua)
-- waiting     zset    hosts with pending rows, by the time they may be asked
-- held        zset    the same of hosts without
-- full        set     hosts with as many leases open as their pace allows
-- open        hash    host -> leases open
-- pace        hash    host -> delay and concurrency
-- state       hash    kinds of values that are kept by name: what is before a colon
-- state:KIND  hash    values of a kind, so that one kind can be read alone
-- alive       zset    workers by the time until which they are taken to live
-- crew        zset    the same of those that are not through with the survey
-- team        hash    the run that they share, and what they noted
-- team:stats  list    stats of those that are through
-- evidence    list    what workers learned, oldest first; evidence:whole string: what all
--                     that is older came to (meta evidence:base: how many pieces left the
--                     list; evidence:upto: up to which one the whole is)
-- claims      hash    counter and worker -> how many it claimed
-- starts      list    messages with start pages; starts:bad: those that are none
-- worker:...  hash    last call of a worker, and the answer to it
local P, worker, call = KEYS[1], ARGV[1], tonumber(ARGV[2])
local META, ROWS, LEASES = P .. 'meta', P .. 'rows', P .. 'leases'
local FAILED, FAILS, TRIES = P .. 'failed', P .. 'fails', P .. 'tries'
local READY, WAITING, HELD = P .. 'ready', P .. 'waiting', P .. 'held'
local FULL, OPEN, PACE, ALIVE = P .. 'full', P .. 'open', P .. 'pace', P .. 'alive'
local STATE = P .. 'state'
local EVIDENCE, CLAIMS = P .. 'evidence', P .. 'claims'
local SELF = P .. 'worker:' .. worker

local function clock()
  local time = redis.call('TIME')
  return tonumber(time[1]) + tonumber(time[2]) / 1e6
end

-- What this worker was answered before, when it asks again.
local function answered()
  local last = redis.call('HMGET', SELF, 'call', 'answer')
  if last[1] and tonumber(last[1]) == call then return last[2] end
  if last[1] and tonumber(last[1]) == call - 1 then return nil end
  return nil, redis.error_reply('LOST what it had confirmed')
end

-- What other workers have to know at once.
local NEWS = {cookies = true, danger = true, scope = true}

-- Keep a value by name, as *command* does: HSET or HSETNX.
local function keep(command, name, value)
  local kind = string.match(name, '^([^:]*):') or ''
  redis.call('HSET', STATE, kind, 1)
  if NEWS[kind] then redis.call('HINCRBY', META, 'news', 1) end
  redis.call(command, STATE .. ':' .. kind, name, value)
  return redis.call('HGET', STATE .. ':' .. kind, name)
end

-- Add to a counter, which is kept as other values are.
local function count(name, amount)
  local kind = string.match(name, '^([^:]*):') or ''
  redis.call('HSET', STATE, kind, 1)
  redis.call('HINCRBY', STATE .. ':' .. kind, name, amount)
end

local function unclaim(name)
  local field = name .. '\0' .. worker
  if redis.call('HINCRBY', CLAIMS, field, -1) <= 0 then redis.call('HDEL', CLAIMS, field) end
end

local function answer(text)
  redis.call('HSET', SELF, 'call', call, 'answer', text)
  return text
end

-- Priority, tag of the shape, whether to repeat, host, key, spelling.
local function head(row)
  return struct.unpack('>dc8BHc0Bc0Bc0', row)
end

local function queue_of(host) return P .. 'queue:' .. host end

local function parked_of(host, tag) return P .. 'parked:' .. tag .. host end

-- Members of equal priority are in the order of their bytes.
local function member(number, tag)
  return struct.pack('>I4I4', math.floor(number / 2 ^ 32), number % 2 ^ 32) .. tag
end

local function number_of(name)
  local high, low = struct.unpack('>I4I4', name)
  return high * 2 ^ 32 + low
end

local function seen_of(key)
  local first, second = string.byte(key, 1, 2)
  return string.format('%sseen:%04x', P, first % 128 * 256 + second)
end

-- A score holds whole numbers up to 2^53: 2^21 priorities, and so many turns in each.
local TURNS, LEVELS = 2 ^ 32, 2 ^ 20
local ordered

local function by_priority()
  if ordered == nil then ordered = redis.call('HEXISTS', META, 'order') == 1 end
  return ordered
end

-- Where a host stands by its best row, among those of its level; nothing without a row.
local function level_of(host)
  local best = redis.call('ZRANGE', queue_of(host), 0, 0, 'WITHSCORES')[2]
  return best and math.max(1 - LEVELS, math.min(LEVELS - 1, math.floor(tonumber(best))))
end

-- Let a host be asked: behind the others, or, by priority, behind those of its level.
local function stand(host)
  local turn = redis.call('HINCRBY', META, 'turn', 1)
  local level = by_priority() and level_of(host)
  local place = level and level * TURNS + turn % TURNS or turn
  redis.call('ZADD', READY, string.format('%.0f', place), host)
end

-- The best row of a host that may be asked came or went.
local function move(host, place)
  if by_priority() and math.floor(tonumber(place) / TURNS) ~= level_of(host) then
    stand(host)
  end
end

-- Give a host with pending rows its turn, unless it has one or is held back.
local function wake(host)
  local place = redis.call('ZSCORE', READY, host)
  if place then return move(host, place) end
  if redis.call('ZSCORE', WAITING, host)
    or redis.call('SISMEMBER', FULL, host) == 1 then return end
  local till = redis.call('ZSCORE', HELD, host)
  if till then
    redis.call('ZREM', HELD, host)
    redis.call('ZADD', WAITING, till, host)
  else
    stand(host)
  end
end

-- Rows of a host went: without any it has no turn any more.
local function rest(host)
  if redis.call('EXISTS', queue_of(host)) == 1 then
    local place = redis.call('ZSCORE', READY, host)
    if place then move(host, place) end
    return
  end
  redis.call('ZREM', READY, host)
  redis.call('SREM', FULL, host)
  local till = redis.call('ZSCORE', WAITING, host)
  if till then
    redis.call('ZREM', WAITING, host)
    redis.call('ZADD', HELD, till, host)
  end
end

local function enqueue(number, priority, tag, host)
  redis.call('ZADD', queue_of(host), -priority, member(number, tag))
  wake(host)
end

-- End a lease, whoever has it.
local function release(number, host)
  redis.call('HDEL', LEASES, number)
  if redis.call('HINCRBY', OPEN, host, -1) <= 0 then redis.call('HDEL', OPEN, host) end
  if redis.call('SREM', FULL, host) == 1
    and redis.call('EXISTS', queue_of(host)) == 1 then wake(host) end
end

local function hand_back(number, in_vain)
  local row = redis.call('HGET', ROWS, number)
  if not row then
    redis.call('HDEL', LEASES, number)
    return
  end
  local priority, tag, _, host = head(row)
  release(number, host)
  if in_vain then redis.call('HINCRBY', TRIES, number, 1) end
  enqueue(number, priority, tag, host)
end

-- Hand back every lease whose worker *is_gone*; how many.
local function hand_back_of(is_gone, in_vain)
  local leases, count = redis.call('HGETALL', LEASES), 0
  for i = 1, #leases, 2 do
    if is_gone(leases[i + 1]) then
      hand_back(leases[i], in_vain)
      count = count + 1
    end
  end
  return count
end
