-- Accepts a request that adds no event, and changes the access hash of its match.
--
-- (1) What is done for a lasting key is done once: a repeat changes nothing.
--
-- KEYS[1] access   hash: of tokens and the like, never a token
-- KEYS[2] request  string: "<first> <last> <digest>" of a lasting key, while it lasts; last is before first,
--                  for there is no event
-- ARGV[1] kept     what the request is to be known by
-- ARGV[2] lasts    seconds for which it is; '' where the key was not chosen by a client
-- ARGV[3] …        fields of the access hash, each a name and a value
--
-- Answers what the request is known by, since now or since the first time.

local known = redis.call('GET', KEYS[2])
if known then
  return known
end
if ARGV[2] ~= '' then
  redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
end
if #ARGV > 2 then
  redis.call('HSET', KEYS[1], unpack(ARGV, 3))
end
return ARGV[1]
