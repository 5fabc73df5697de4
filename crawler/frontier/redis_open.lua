-- ARGV[3]  format of the keys
-- Looks first, and touches nothing when the keys are not of this format.
local kinds = {
  hash = {META, ROWS, LEASES, FAILED, FAILS, TRIES, OPEN, PACE, STATE, CLAIMS},
  zset = {READY, WAITING, HELD, ALIVE, P .. 'crew'}, set = {FULL},
  list = {EVIDENCE}}
local format = nil
local found = redis.call('TYPE', META).ok
if found == 'hash' then format = redis.call('HGET', META, 'format') end
if found ~= 'none' and format ~= ARGV[3] then
  return redis.error_reply('FOREIGN ' .. META .. ' holds ' .. (format and
    'the format ' .. string.sub(format, 1, 40) or 'something else'))
end
for kind, names in pairs(kinds) do
  for _, name in ipairs(names) do
    local is = redis.call('TYPE', name).ok
    if is ~= 'none' and (is ~= kind or not format) then
      return redis.error_reply('FOREIGN ' .. name .. ' is a ' .. is ..
        (is == kind and ' without ' .. META or ', not a ' .. kind))
    end
  end
end
if not format then
  redis.call('HSET', META, 'format', ARGV[3], 'number', 0, 'turn', 0, 'seen', 0,
    'parked', 0)
end
-- Hosts take turns until one of the workers asks for another order.
if redis.call('ZCOUNT', ALIVE, clock(), '+inf') == 0
  and redis.call('HDEL', META, 'order') == 1 then
  for _, host in ipairs(redis.call('ZRANGE', READY, 0, -1)) do stand(host) end
end
redis.call('HSET', SELF, 'call', call, 'answer', '')
return 1
