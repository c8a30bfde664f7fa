-- Appends a batch of events to the stream of a match, or says why not.
--
-- (1) Every answer is decided before the first write: a refused batch changes nothing.
-- (2) The stream is the truth: version and head are those of its last entry, and are kept nowhere else.
-- (3) Event n has the id n-0. The ids come from here, so that there can be no gap.
-- (4) A repeat is looked for before anything else, and answers as the first time did.
-- (5) Stream, access hash and secret of a match live equally long.
-- (6) A match that is in `due` or `bot matches` has a mark of it in its last entry, or no marks at all.
--
-- An entry is the fields `body` and `hash`; on the first of a batch `request` follows: "<count> <marks>
-- <digest> <key>". Their order is fixed, and they are found here by their place. Marks: `d` due, `b` bots
-- alone, `-` neither.
--
-- An ordinary move has no options and names the first four keys alone: each name costs time.
--
-- KEYS[1]  stream       the events of the match
-- KEYS[2]  feed         stream of the shard: which match is at which version, trimmed
-- KEYS[3]  due          sorted set of the shard: matches waiting for a bot, by the ms they began to
-- KEYS[4]  bot matches  set of the shard: running matches of bots alone
-- KEYS[5]  access       hash: of tokens and the like, never a token
-- KEYS[6]  secret       string: what the deals of the match come from
-- KEYS[7]  request      string: "<first> <last> <digest>" of a lasting key, while it lasts
--
-- ARGV[1]  match        its id
-- ARGV[2]  expected     the version that the writer knew
-- ARGV[3]  head         the hash that it knew, 64 zeros at version 0
-- ARGV[4]  key          of the request
-- ARGV[5]  digest       of what it asks
-- ARGV[6]  waits        ms since 1970 when the match waits for a bot from now on, or ''
-- ARGV[7]  bots alone   '1' or ''
-- ARGV[8]  feed length  about how many entries a feed keeps
-- ARGV[9]  count        of events
-- ARGV[10] …            body and hash of each event, then the options, each a name and a value:
--          lasts        seconds for which the key is known at any version; without it, at this position
--          expires      seconds until the match goes; 0: keep it for good; without it, leave it as it is
--          anchored     the secret must be there, and the stream not
--          secret       a new secret
--          access:…     a field of the access hash
--
-- Answers {'appended' or 'repeated', first, last}, {'conflict', version}, {'key-reused'}, {'anchor-gone'}.

local stream, feed, due, bot_matches, access, secret, request = unpack(KEYS)
local match, expected, head, key, digest = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local waits, bots_alone, feed_length, count = ARGV[6], ARGV[7], ARGV[8], tonumber(ARGV[9])
local first_option = 10 + 2 * count

local call, find = redis.call, string.match

local options = {}
for at = first_option, #ARGV, 2 do
  options[ARGV[at]] = ARGV[at + 1]
end

local function same_answer(first, last, first_digest)
  if first_digest ~= digest then
    return {'key-reused'}
  end
  return {'repeated', tonumber(first), tonumber(last)}
end

-- Is it a repeat of a lasting key?  (4)
if options.lasts then
  local known = call('GET', request)
  if known then
    return same_answer(find(known, '^(%d+) (%d+) (.*)$'))
  end
end

local version, hash, marks = 0, '0000000000000000000000000000000000000000000000000000000000000000', '-'
local newest = call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if newest then
  version, hash = tonumber(find(newest[1], '^%d+')), newest[2][4]
  marks = newest[2][6] and find(newest[2][6], '^%d+ (%S+)') or 'db'
end

-- Is it a repeat at its position?  (4)
if version > expected then
  local entry = newest
  if version > expected + 1 then
    entry = call('XRANGE', stream, (expected + 1) .. '-0', '+', 'COUNT', 1)[1]
  end
  local first_count, first_digest, first_key = find(entry[2][6] or '', '^(%d+) %S+ (%S+) (.*)$')
  if first_key == key then
    return same_answer(expected + 1, expected + first_count, first_digest)
  end
end

if options.anchored and (newest or call('EXISTS', secret) == 0) then
  return {'anchor-gone'}
end
if version ~= expected or hash ~= head then
  return {'conflict', version}
end

-- Accepted: only writes from here on.  (1)
local last = expected + count
local new_marks = (waits ~= '' and 'd' or '') .. (bots_alone ~= '' and 'b' or '')
call('XADD', stream, (expected + 1) .. '-0', 'body', ARGV[10], 'hash', ARGV[11],
     'request', count .. ' ' .. (new_marks == '' and '-' or new_marks) .. ' ' .. digest .. ' ' .. key)
for number = 2, count do
  call('XADD', stream, (expected + number) .. '-0', 'body', ARGV[8 + 2 * number], 'hash', ARGV[9 + 2 * number])
end
if options.lasts then
  call('SET', request, (expected + 1) .. ' ' .. last .. ' ' .. digest, 'EX', options.lasts)
end

if options.anchored then
  call('PERSIST', secret)
end
if options.secret then
  call('SET', secret, options.secret)
end
for at = first_option, #ARGV, 2 do
  local field = find(ARGV[at], '^access:(.*)$')
  if field then
    call('HSET', access, field, ARGV[at + 1])
  end
end

-- How long it all lives.  (5)
if options.expires == '0' then
  call('PERSIST', stream)
  call('PERSIST', access)
  call('PERSIST', secret)
elseif options.expires then
  call('EXPIRE', stream, options.expires)
  call('EXPIRE', access, options.expires)
  call('EXPIRE', secret, options.expires)
elseif access then
  local left = call('PTTL', stream)
  if left > 0 then
    call('PEXPIRE', access, left)
    call('PEXPIRE', secret, left)
  end
end

-- What need not be removed is not: that is half of what these sets would cost a move of a person.  (6)
if waits ~= '' then
  call('ZADD', due, waits, match)
elseif find(marks, 'd') then
  call('ZREM', due, match)
end
if bots_alone ~= '' then
  call('SADD', bot_matches, match)
elseif find(marks, 'b') then
  call('SREM', bot_matches, match)
end
call('XADD', feed, 'MAXLEN', '~', feed_length, '*', match, last)

return {'appended', expected + 1, last}
