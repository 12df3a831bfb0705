import { defineScript } from './redis-script.ts';

/*
 * KEYS of all scripts: the answer, the lock of the server that is loading it, its last failure. An answer is its life
 * in ms, a colon and JSON, or nothing after the colon if there is no value. A failure begins with the token of its
 * lock.
 */

/**
 * ARGV: a token, the life of a lock in ms, the maximum age of an answer, and the token of the lock that was waited for.
 * Returns `{'value', JSON, age}`, `{'nothing'}`, `{'failure', text}`, `{'load'}` to the server that has to load it, or
 * `{'wait', token}`.
 */
export const beginFlight = defineScript(
  'answer_begin',
  `
local answer = redis.call('GET', KEYS[1])
if answer then
  local life, text = string.match(answer, '^(%d+):(.*)$')
  local left = redis.call('PTTL', KEYS[1])
  -- More than it began with: the clock of Redis was set back since, and its age is unknown.
  local isDated = text and left <= tonumber(life)
  if isDated and text == '' then return {'nothing'} end
  if isDated and left > 0 and life - left <= tonumber(ARGV[3]) then return {'value', text, life - left} end
end
if ARGV[4] ~= '' then
  local failure = redis.call('GET', KEYS[3])
  if failure and string.sub(failure, 1, #ARGV[4]) == ARGV[4] then
    return {'failure', string.sub(failure, #ARGV[4] + 2)}
  end
end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'load'} end
return {'wait', redis.call('GET', KEYS[2])}
`,
);

/** ARGV: the token and the life of the lock in ms. */
export const renewFlight = defineScript(
  'answer_renew',
  `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[2], ARGV[2])
`,
);

/** ARGV: the token; `value`, `nothing`, `failure` or `none`; the JSON or the failure's text; its life in ms. */
export const endFlight = defineScript(
  'answer_end',
  `
local outcome, text, life = ARGV[2], ARGV[3], ARGV[4]
if outcome == 'value' or outcome == 'nothing' then
  redis.call('SET', KEYS[1], life .. ':' .. text, 'PX', life)
elseif outcome == 'failure' then
  redis.call('SET', KEYS[3], ARGV[1] .. ' ' .. text, 'PX', life)
end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1
`,
);
