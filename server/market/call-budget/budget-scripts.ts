import { defineScript } from '#server/platform/redis/redis-script.ts';
import { maxRetryAfterMs } from '../provider.ts';
import { budgetWindowMs, keptForOthers, networkMemoryMs } from './budget-shares.ts';

/** A server not heard from for this long counts as down, and keeps a share of the budget. */
export const presenceMs = 2_500;

/**
 * KEYS: the calls of all servers, as `id|claim|network` by time; the participating servers, by the time they were last
 * heard from; until when the provider asked to wait. ARGV 1: the time, or '' to use Redis's. ARGV 2: this server.
 */
const shared = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local me = ARGV[2]
local window, presence = ${budgetWindowMs}, ${presenceMs}

local function joined()
  redis.call('ZADD', KEYS[2], now, me)
  redis.call('PEXPIRE', KEYS[2], presence)
end

local function readCalls()
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
  local rows = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  local calls = {}
  for i = 1, #rows, 2 do
    local claim, network = string.match(rows[i], '^[^|]*|([^|]*)|(.*)$')
    local at = tonumber(rows[i + 1])
    -- The clock of Redis was set back: otherwise it would count until that time comes again.
    if at > now then
      at = now
      redis.call('ZADD', KEYS[1], now, rows[i])
    end
    calls[#calls + 1] = { member = rows[i], claim = claim, network = network, at = at }
  end
  return calls
end

local function readPause()
  local left = tonumber(redis.call('GET', KEYS[3]) or 0) - now
  -- More than the provider may ask for: the clock of Redis was set back.
  if left > ${maxRetryAfterMs} then return 0 end
  return math.max(0, left)
end

local function answer(wait, calls, since)
  local list = {}
  for _, call in ipairs(calls) do
    if call.at >= since then list[#list + 1] = { call.member, now - call.at } end
  end
  return cjson.encode({
    wait = wait, now = now, calls = list, present = redis.call('ZCARD', KEYS[2]), pause = readPause()
  })
end
`;

/**
 * ARGV 3: JSON of the calls this server knows, `[member, age in ms]`. Adds them and registers the server as
 * participating. Returns JSON `{wait: 0, now, calls, present, pause}` with all servers' calls, the number of
 * participating servers and the remaining pause (ms) requested by the provider.
 */
export const joinBudgetScript = defineScript(
  'call_budget_join',
  `${shared}
for _, call in ipairs(cjson.decode(ARGV[3])) do
  redis.call('ZADD', KEYS[1], 'NX', now - call[2], call[1])
end
redis.call('PEXPIRE', KEYS[1], window)
joined()
return answer(0, readCalls(), 0)
`,
);

/** Records a pause requested by the provider: no server is granted a call for ARGV 3 ms. */
export const pauseBudgetScript = defineScript(
  'call_budget_pause',
  `${shared}
local ms = tonumber(ARGV[3])
if ms > readPause() then redis.call('SET', KEYS[3], now + ms, 'PX', ms) end
return 1
`,
);

/**
 * Takes a call if it fits next to those of all servers. ARGV 3: the time of the last answer; 4: how many servers there
 * are; 5: '' (only a sign of life), or JSON `{id, claim, network, onDemand, reserved, limits: [{limit, claims}]}`.
 * `onDemand`: the visitors' claims, if this is one. `reserved`: `{limit, claims}` within which the call is granted
 * whatever others have taken. Leaves the shares of servers that don't participate free. Returns JSON as above with the
 * calls since the last answer; '' if this server has to join first.
 */
export const takeFromBudgetScript = defineScript(
  'call_budget',
  `${shared}
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - presence)
if not redis.call('ZSCORE', KEYS[2], me) then return '' end
joined()
local calls = readCalls()
local since = tonumber(ARGV[3])
if ARGV[5] == '' then return answer(0, calls, since) end

local ask = cjson.decode(ARGV[5])
local part = math.min(1, redis.call('ZCARD', KEYS[2]) / tonumber(ARGV[4]))

local function waitFor(limit, kept)
  local allowed = math.floor(limit.limit * part) - kept
  if allowed <= 0 then return window end
  local found = 0
  for i = #calls, 1, -1 do
    if limit.claims[calls[i].claim] then
      found = found + 1
      if found == allowed then return calls[i].at + window - now end
    end
  end
  return 0
end

local function waitForAll(kept)
  local wait = 0
  for _, limit in ipairs(ask.limits) do wait = math.max(wait, waitFor(limit, kept)) end
  return wait
end

local function isReserved()
  local found = 0
  for _, call in ipairs(calls) do
    if ask.reserved.claims[call.claim] then found = found + 1 end
  end
  return found < ask.reserved.limit
end

local wait = readPause()
if not (ask.reserved and isReserved()) then wait = math.max(wait, waitForAll(0)) end
if ask.onDemand then
  for i = #calls, 1, -1 do
    if ask.onDemand[calls[i].claim] and calls[i].network == ask.network then
      local turn = calls[i].at + ${networkMemoryMs} - now
      if turn > 0 then wait = math.max(wait, math.min(turn, waitForAll(${keptForOthers}))) end
      break
    end
  end
end
if wait <= 0 then
  local member = ask.id .. '|' .. ask.claim .. '|' .. ask.network
  redis.call('ZADD', KEYS[1], now, member)
  redis.call('PEXPIRE', KEYS[1], window)
  calls[#calls + 1] = { member = member, at = now }
end
return answer(math.max(0, wait), calls, since)
`,
);
