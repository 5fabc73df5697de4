-- ARGV[3..4]  first and last of the hashes of seen keys to read
-- Answers     key and spelling of each
local found = {}
for i = tonumber(ARGV[3]), math.min(tonumber(ARGV[4]), 32767) do
  local pairs = redis.call('HGETALL', string.format('%sseen:%04x', P, i))
  for j = 1, #pairs do found[#found + 1] = pairs[j] end
end
return found
