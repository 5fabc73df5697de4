-- ARGV[3..9]  how many are done, failed, returned, values of the state, counters,
--             claims given back, pieces of evidence
-- then        numbers done; number and reason of failed; numbers returned; name and
--             value of the state; name and amount of counters; names of claims; pieces
--             of evidence; rows
-- Answers     a character for each row: 1 when it was queued
local before, lost = answered()
if before or lost then return before or lost end

local done, failed, returned = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local states, counts = tonumber(ARGV[6]), tonumber(ARGV[7])
local claims, pieces = tonumber(ARGV[8]), tonumber(ARGV[9])
local first = 10 + done + 2 * failed + returned + 2 * states + 2 * counts + claims + pieces

-- Nothing counts as seen before it is in the queue. Rows first: a server that is out
-- of memory refuses them, and then nothing was changed.
local function push(row, number)
  local priority, tag, again, host, key, spelling = head(row)
  local seen = seen_of(key)
  local known = redis.call('HEXISTS', seen, key) == 1
  if known and again == 0 then return false, false end
  redis.call('HSET', ROWS, number, row)
  enqueue(number, priority, tag, host)
  -- What is queued whatever was seen marks its key only when it has a spelling.
  local marks = not known and (again == 0 or spelling ~= '')
  if marks then redis.call('HSET', seen, key, string.sub(spelling, 1, 8)) end
  return true, marks
end

local queued, new = {}, 0
local number = tonumber(redis.call('HGET', META, 'number'))
for i = first, #ARGV do
  local taken, unseen = push(ARGV[i], number + 1)
  if taken then number = number + 1 end
  if unseen then new = new + 1 end
  queued[#queued + 1] = taken and '1' or '0'
end
if #queued > 0 then redis.call('HSET', META, 'number', number) end
if new > 0 then redis.call('HINCRBY', META, 'seen', new) end

local function drop(number)
  redis.call('HDEL', ROWS, number)
  redis.call('HDEL', TRIES, number)
  redis.call('HDEL', FAILS, number)
end

-- This worker was taken for dead, and what it had was handed back meanwhile.
local function done_late(number, row)
  local _, tag, _, host = head(row)
  local name = member(tonumber(number), tag)
  if redis.call('ZREM', queue_of(host), name) == 1 then
    rest(host)
    drop(number)
  elseif redis.call('ZREM', parked_of(host, tag), name) == 1 then
    redis.call('HINCRBY', META, 'parked', -1)
    drop(number)
  elseif redis.call('HDEL', FAILED, number) == 1 then
    drop(number)
  end
end

local at = 10
for i = at, at + done - 1 do
  local owner, row = redis.call('HGET', LEASES, ARGV[i]), redis.call('HGET', ROWS, ARGV[i])
  if row and owner == worker then
    local _, _, _, host = head(row)
    release(ARGV[i], host)
    drop(ARGV[i])
  elseif row and not owner then
    done_late(ARGV[i], row)
  end
end
at = at + done
for i = at, at + 2 * failed - 1, 2 do
  if redis.call('HGET', LEASES, ARGV[i]) == worker then
    local _, _, _, host = head(redis.call('HGET', ROWS, ARGV[i]))
    release(ARGV[i], host)
    redis.call('HSET', FAILED, ARGV[i], ARGV[i + 1])
    redis.call('HINCRBY', FAILS, ARGV[i], 1)
    redis.call('HINCRBY', TRIES, ARGV[i], 1)
  end
end
at = at + 2 * failed
for i = at, at + returned - 1 do
  if redis.call('HGET', LEASES, ARGV[i]) == worker then hand_back(ARGV[i], false) end
end
at = at + returned
for i = at, at + 2 * states - 1, 2 do keep('HSET', ARGV[i], ARGV[i + 1]) end
at = at + 2 * states
for i = at, at + 2 * counts - 1, 2 do count(ARGV[i], ARGV[i + 1]) end
at = at + 2 * counts
for i = at, at + claims - 1 do unclaim(ARGV[i]) end
at = at + claims
for i = at, at + pieces - 1 do redis.call('RPUSH', EVIDENCE, ARGV[i]) end
return answer(table.concat(queued))
