import { defineScript } from '../redis/redis-script.ts';
import { parts } from './window-count.ts';

/**
 * Counts one hit against every window of every key, or against none if one is exhausted. A window is counted in twelve parts
 * of a hash, as in `WindowCount`. First it adds what a server knows that Redis does not.
 *
 * KEYS: one for each subject. ARGV: the time, or '' for that of Redis; the hits to count, 1 or 0; JSON, for each key a list
 * of windows `{ms, count, debt, known, knownAgeMs}`. `debt`: hits to add; `known`: hits that must be there, made that long
 * ago. Returns the milliseconds to wait (0: counted), and the hits in each window.
 */
export const takeWindows = defineScript(
  'rate_limit',
  `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local hits = tonumber(ARGV[2])
local parts = ${parts}
local limits = cjson.decode(ARGV[3])
local retry = 0
local totals = {}
local counted = {}

for i, key in ipairs(KEYS) do
  local fields = redis.call('HGETALL', key)
  for _, window in ipairs(limits[i]) do
    local partMs = window.ms / parts
    local newest = math.floor(now / partMs)
    local total, oldest, gone = 0, nil, {}
    for f = 1, #fields, 2 do
      local ms, part = string.match(fields[f], '^(%d+):(%d+)$')
      if tonumber(ms) == window.ms then
        part = tonumber(part)
        if part < newest - parts or part > newest + 1 then
          gone[#gone + 1] = fields[f]
        else
          total = total + tonumber(fields[f + 1])
          if not oldest or part < oldest then oldest = part end
        end
      end
    end
    local function add(part, count)
      redis.call('HINCRBY', key, string.format('%d:%d', window.ms, part), count)
      redis.call('PEXPIRE', key, window.ms + math.ceil(partMs) + 1000, 'GT')
      redis.call('PEXPIRE', key, window.ms + math.ceil(partMs) + 1000, 'NX')
      total = total + count
      if not oldest or part < oldest then oldest = part end
    end
    if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
    local known = window.known - total
    if known > 0 and window.knownAgeMs < window.ms then
      add(math.floor((now - window.knownAgeMs) / partMs), known)
    end
    if window.debt > 0 then add(newest, window.debt) end
    if total >= window.count then
      retry = math.max(retry, 1, math.ceil((oldest + parts + 1) * partMs - now))
    end
    totals[#totals + 1] = total
    counted[#counted + 1] = function() add(newest, hits) end
  end
end

if retry == 0 and hits > 0 then
  for i, count in ipairs(counted) do
    count()
    totals[i] = totals[i] + hits
  end
end
return {retry, unpack(totals)}
`,
);
