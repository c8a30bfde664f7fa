-- Appends a batch of events to the stream of a match, or says why not.
--
-- (1) Every answer is decided before the first write: a refused batch changes nothing.
-- (2) The stream is the truth: version and head are those of its last entry, and are kept nowhere else.
-- (3) Event n has the id n-0. The ids come from here, so that there can be no gap.
-- (4) A repeat is looked for before anything else, and answers as the first time did.
-- (5) Stream, access hash and secret of a match live equally long.
--
-- An entry is the fields `body` and `hash`; on the first of a batch `key`, `digest` and `count` follow.
-- Their order is fixed, and they are found here by their place.
--
-- KEYS[1]  stream       the events of the match
-- KEYS[2]  access       hash: of tokens and the like, never a token
-- KEYS[3]  secret       string: what the deals of the match come from
-- KEYS[4]  request      string: "<first> <last> <digest>" of a lasting key, while it lasts
-- KEYS[5]  feed         stream of the shard: which match is at which version, trimmed
-- KEYS[6]  due          sorted set of the shard: matches waiting for a bot, by the ms they began to
-- KEYS[7]  bot matches  set of the shard: running matches of bots alone
--
-- ARGV[1]  match        its id
-- ARGV[2]  expected     the version that the writer knew
-- ARGV[3]  head         the hash that it knew, 64 zeros at version 0
-- ARGV[4]  key          of the request
-- ARGV[5]  digest       of what it asks
-- ARGV[6]  lasts        seconds for which the key is known at any version; 0: at this position only
-- ARGV[7]  waits        ms since 1970 when the match waits for a bot from now on, or ''
-- ARGV[8]  bots alone   '1' or ''
-- ARGV[9]  expires      seconds; 0: keep for good; '': leave as it is
-- ARGV[10] anchored     '1': the secret must be there, and the stream not; or ''
-- ARGV[11] secret       a new secret, or ''
-- ARGV[12] feed length  about how many entries a feed keeps
-- ARGV[13] access       how many fields of the access hash follow
-- ARGV[14] …            that many names and values, then body and hash of each event
--
-- Answers {'appended' or 'repeated', first, last}, {'conflict', version}, {'key-reused'}, {'anchor-gone'}.

local stream, access, secret, request, feed, due, bot_matches = unpack(KEYS)
local match, expected, head, key, digest = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local lasts, waits, bots_alone, expires = tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]
local anchored, new_secret, feed_length, fields = ARGV[10], ARGV[11], ARGV[12], tonumber(ARGV[13])
local first_event = 14 + 2 * fields

local call = redis.call

local function same_answer(first, last, first_digest)
  if first_digest ~= digest then
    return {'key-reused'}
  end
  return {'repeated', tonumber(first), tonumber(last)}
end

-- Is it a repeat of a lasting key?  (4)
if lasts > 0 then
  local known = call('GET', request)
  if known then
    return same_answer(string.match(known, '^(%d+) (%d+) (.*)$'))
  end
end

local version, hash = 0, string.rep('0', 64)
local newest = call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if newest then
  version, hash = tonumber(string.match(newest[1], '^%d+')), newest[2][4]
end

-- Is it a repeat at its position?  (4)
if version > expected then
  local entry = newest
  if version > expected + 1 then
    entry = call('XRANGE', stream, (expected + 1) .. '-0', '+', 'COUNT', 1)[1]
  end
  if entry[2][6] == key then
    return same_answer(expected + 1, expected + entry[2][10], entry[2][8])
  end
end

if anchored ~= '' and (newest or call('EXISTS', secret) == 0) then
  return {'anchor-gone'}
end
if version ~= expected or hash ~= head then
  return {'conflict', version}
end

-- Accepted: only writes from here on.  (1)
local last, count = expected, (#ARGV + 1 - first_event) / 2
for at = first_event, #ARGV, 2 do
  last = last + 1
  if last == expected + 1 then
    call('XADD', stream, last .. '-0', 'body', ARGV[at], 'hash', ARGV[at + 1],
         'key', key, 'digest', digest, 'count', count)
  else
    call('XADD', stream, last .. '-0', 'body', ARGV[at], 'hash', ARGV[at + 1])
  end
end
if lasts > 0 then
  call('SET', request, expected + 1 .. ' ' .. last .. ' ' .. digest, 'EX', lasts)
end

if anchored ~= '' then
  call('PERSIST', secret)
end
if new_secret ~= '' then
  call('SET', secret, new_secret)
end
if fields > 0 then
  call('HSET', access, unpack(ARGV, 14, first_event - 1))
end

-- How long it all lives.  (5)
if expires == '0' then
  call('PERSIST', stream)
  call('PERSIST', access)
  call('PERSIST', secret)
elseif expires ~= '' then
  call('EXPIRE', stream, expires)
  call('EXPIRE', access, expires)
  call('EXPIRE', secret, expires)
elseif new_secret ~= '' or fields > 0 then
  local left = call('PTTL', stream)
  if left > 0 then
    call('PEXPIRE', access, left)
    call('PEXPIRE', secret, left)
  end
end

if waits ~= '' then
  call('ZADD', due, waits, match)
else
  call('ZREM', due, match)
end
if bots_alone ~= '' then
  call('SADD', bot_matches, match)
else
  call('SREM', bot_matches, match)
end
call('XADD', feed, 'MAXLEN', '~', feed_length, '*', 'match', match, 'version', last)

return {'appended', expected + 1, last}
