-- ARGV[3]    what is asked: begin, rows, change
-- ARGV[4...] nothing; the number below which to look, how many numbers, how many rows; a
--            number and a priority of each
-- Answers    1; the number that was looked at last, and number, priority and row of each
--            pending one, the newest first; how many changed
if ARGV[3] == 'begin' then
  if redis.call('HSETNX', META, 'order', 1) == 0 then return 1 end
  ordered = true
  for _, host in ipairs(redis.call('ZRANGE', READY, 0, -1)) do stand(host) end
  return 1
end

-- Host and member of a row that is pending, and its score.
local function pending(number, row)
  local _, tag, _, host = head(row)
  local name = member(number, tag)
  return host, name, redis.call('ZSCORE', queue_of(host), name)
end

if ARGV[3] == 'rows' then
  local number = tonumber(redis.call('HGET', META, 'number')) + 1
  if ARGV[4] ~= '' then number = math.min(number, tonumber(ARGV[4])) end
  local last, found = math.max(number - tonumber(ARGV[5]), 1), {}
  while number > last and #found < tonumber(ARGV[6]) do
    number = number - 1
    local name = string.format('%.0f', number)
    local row = redis.call('HGET', ROWS, name)
    if row then
      local _, _, score = pending(number, row)
      if score then
        found[#found + 1] = {name, string.format('%.0f', -tonumber(score)), row}
      end
    end
  end
  return {string.format('%.0f', number), found}
end

local changed = 0
for i = 4, #ARGV, 2 do
  local row = redis.call('HGET', ROWS, ARGV[i])
  if row then
    local priority = tonumber(ARGV[i + 1])
    local host, name, score = pending(tonumber(ARGV[i]), row)
    if score then
      redis.call('HSET', ROWS, ARGV[i], struct.pack('>d', priority) .. string.sub(row, 9))
      redis.call('ZADD', queue_of(host), -priority, name)
      wake(host)
      changed = changed + 1
    end
  end
end
return changed
