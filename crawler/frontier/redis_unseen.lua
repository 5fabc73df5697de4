-- ARGV[3...]  keys
-- Answers     a character for each: 1 when it was never queued
local found = {}
for i = 3, #ARGV do
  found[#found + 1] = 1 - redis.call('HEXISTS', seen_of(ARGV[i]), ARGV[i])
end
return table.concat(found)
