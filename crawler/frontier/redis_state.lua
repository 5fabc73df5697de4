-- ARGV[3]    what is asked: agree, read
-- ARGV[4...] a name and a value, the first of which is kept; or a kind, or none for all
-- Answers    what is kept; or names and values, one after the other
if ARGV[3] == 'agree' then return keep('HSETNX', ARGV[4], ARGV[5]) end
local kinds, found = ARGV[4] and {ARGV[4]} or redis.call('HKEYS', STATE), {}
for _, kind in ipairs(kinds) do
  for _, each in ipairs(redis.call('HGETALL', STATE .. ':' .. kind)) do
    found[#found + 1] = each
  end
end
return found
