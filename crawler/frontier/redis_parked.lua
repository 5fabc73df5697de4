-- ARGV[3..6]  host, tag, rows to pass over, rows to read
-- Answers     rows that are set aside
local found = {}
for _, name in ipairs(redis.call('ZRANGE', parked_of(ARGV[3], ARGV[4]), ARGV[5],
  ARGV[5] + ARGV[6] - 1)) do
  local row = redis.call('HGET', ROWS, string.format('%.0f', number_of(name)))
  if row then found[#found + 1] = row end
end
return found
