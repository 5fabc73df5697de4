-- ARGV[3]    what is asked: read, sum
-- ARGV[4...] the position after which to read; or the position that a whole is up to, the
--            whole, and how many of the pieces that it holds are kept for slow readers
-- Answers    the position, and pieces, the whole first; or whether the whole was taken
local WHOLE = P .. 'evidence:whole'
local marks = redis.call('HMGET', META, 'evidence:base', 'evidence:upto')
local base, upto = tonumber(marks[1] or 0), tonumber(marks[2] or 0)
local last = base + redis.call('LLEN', EVIDENCE)
if ARGV[3] == 'read' then
  local after, found = tonumber(ARGV[4]), {}
  if after == 0 and upto > 0 then
    found[1], after = redis.call('GET', WHOLE), upto
  end
  if after < last then
    for _, piece in ipairs(redis.call('LRANGE', EVIDENCE, math.max(after - base, 0), -1)) do
      found[#found + 1] = piece
    end
  end
  return {last, found}
end
local position = tonumber(ARGV[4])
if position <= upto or position > last then return 0 end
redis.call('SET', WHOLE, ARGV[5])
local first = math.max(base, position - tonumber(ARGV[6]))
redis.call('LTRIM', EVIDENCE, first - base, -1)
redis.call('HSET', META, 'evidence:base', first, 'evidence:upto', position)
return 1
