-- Takes or renews one of a limited number of places.
--
-- (1) A holder has one place at most, and keeps it by asking again before it runs out.
-- (2) A place that ran out is free, without anybody's doing; so is the key when all did.
--
-- KEYS[1] lease    sorted set: holders, by the ms since 1970 at which their place runs out
-- ARGV[1] holder
-- ARGV[2] limit    how many places there are
-- ARGV[3] now      ms since 1970
-- ARGV[4] lasts    ms
-- ARGV[5] …        others who have a place, with a lease or without
--
-- Answers 1 when the holder has a place, 0 when all are taken.

local now, lasts = tonumber(ARGV[3]), tonumber(ARGV[4])

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  local taken = redis.call('ZCARD', KEYS[1])
  for at = 5, #ARGV do
    if not redis.call('ZSCORE', KEYS[1], ARGV[at]) then
      taken = taken + 1
    end
  end
  if taken >= tonumber(ARGV[2]) then
    return 0
  end
end
redis.call('ZADD', KEYS[1], now + lasts, ARGV[1])
if redis.call('PTTL', KEYS[1]) < lasts then
  redis.call('PEXPIRE', KEYS[1], lasts)
end
return 1
