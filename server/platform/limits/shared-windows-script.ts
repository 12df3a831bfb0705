import type { Milliseconds } from '#contract/units.ts';
import { presenceMs } from '../redis/presence.ts';
import { defineScript } from '../redis/redis-script.ts';
import { parts } from './window-count.ts';

/**
 * The part of a limit's remainder that is kept free, in equal shares, for the servers that recently had a call of the
 * subject. If one of them loses Redis, it may grant its share before the others notice.
 */
export const reservedPart = 1 / 2;
/**
 * How long after its last request a server keeps its reservation. Long enough for the others to notice that it is gone,
 * even if it has just had a call.
 */
export const reservedMs: Milliseconds = 2 * presenceMs;

/**
 * Counts one hit against every window of every key, or against none if one is exhausted. A window is counted in twelve
 * parts of a hash, as in `WindowCount`. First adds what a server knows and Redis does not. The shares of servers that
 * don't reach Redis are left free.
 *
 * KEYS: the participating servers, then one per subject. ARGV: the time, or '' to use Redis's; the hits to count, 1 or
 * 0; this server; how many servers run; JSON, for each subject a list of windows `{ms, count, debt, known, knownAgeMs,
 * reserved}`. `debt`: hits to add; `known`: hits that must exist, made that long ago; `reserved`: what this server
 * believes is reserved for it. Returns the milliseconds to wait (0: counted), and for each window its hits and the
 * current reservation.
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
local me, servers = ARGV[3], tonumber(ARGV[4])
local parts = ${parts}
local limits = cjson.decode(ARGV[5])
local retry = 0
local windows = {}

local present = servers
if servers > 1 then
  present = redis.call('ZCOUNT', KEYS[1], '(' .. (now - ${presenceMs}), '+inf')
  present = math.max(1, math.min(servers, present))
end

for i = 2, #KEYS do
  local key = KEYS[i]
  local fields = redis.call('HGETALL', key)
  local born = #fields == 0 and now or nil
  for f = 1, #fields, 2 do
    if fields[f] == 'born' then born = tonumber(fields[f + 1]) end
  end
  for _, window in ipairs(limits[i - 1]) do
    local partMs = window.ms / parts
    local newest = math.floor(now / partMs)
    local total, oldest, gone = 0, nil, {}
    local mine, others, freeAt, paid, restored = 0, 0, nil, 0, 0
    for f = 1, #fields, 2 do
      local ms, part = string.match(fields[f], '^(%d+):(%d+)$')
      if ms then
        if tonumber(ms) == window.ms then
          part = tonumber(part)
          if part < newest - parts or part > newest + 1 then
            gone[#gone + 1] = fields[f]
          else
            total = total + tonumber(fields[f + 1])
            if not oldest or part < oldest then oldest = part end
          end
        end
      else
        local count, untilMs = string.match(fields[f + 1], '^(%d+):(%d+)$')
        count, untilMs = tonumber(count), tonumber(untilMs)
        local reservedMs, server = string.match(fields[f], '^r:(%d+):(.+)$')
        if reservedMs and tonumber(reservedMs) == window.ms then
          if untilMs <= now then
            gone[#gone + 1] = fields[f]
          elseif server == me then
            mine = count
          else
            others = others + count
            if not freeAt or untilMs < freeAt then freeAt = untilMs end
          end
        elseif fields[f] == 'debt:' .. window.ms then
          if untilMs > now then paid = count end
        elseif fields[f] == 'restored:' .. window.ms then
          if untilMs > now then restored = count end
        end
      end
    end
    local function keep()
      if born == now then redis.call('HSETNX', key, 'born', string.format('%d', now)) end
      redis.call('PEXPIRE', key, window.ms + math.ceil(partMs) + 1000, 'GT')
      redis.call('PEXPIRE', key, window.ms + math.ceil(partMs) + 1000, 'NX')
    end
    local function add(part, count)
      redis.call('HINCRBY', key, string.format('%d:%d', window.ms, part), count)
      keep()
      total = total + count
      if not oldest or part < oldest then oldest = part end
    end
    if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
    -- If this key is younger than what the server knows, Redis has lost the older one: hits counted since then are not
    -- among those the server knows about, but hits that another server restored are. Otherwise all are, except those
    -- that servers granted without Redis.
    local isLost = born and born > now - window.knownAgeMs
    local included = isLost and restored or math.max(0, total - paid)
    local missing = window.known - included
    if missing > 0 and window.knownAgeMs < window.ms then
      add(math.floor((now - window.knownAgeMs) / partMs), missing)
      redis.call('HSET', key, 'restored:' .. window.ms, string.format('%d:%d', restored + missing, now + window.ms))
    end
    if window.debt > 0 then
      add(newest, window.debt)
      redis.call('HSET', key, 'debt:' .. window.ms, string.format('%d:%d', paid + window.debt, now + window.ms))
    end
    local limit = window.count
    if present < servers then limit = math.max(1, math.floor(limit * present / servers)) end
    if total >= limit then
      retry = math.max(retry, 1, math.ceil(((oldest or newest) + parts + 1) * partMs - now))
    elseif total + others >= limit then
      retry = math.max(retry, 1, freeAt - now)
    end
    windows[#windows + 1] = {
      count = function() add(newest, hits) end,
      total = function() return total end,
      reserve = function()
        if servers == 1 then return 0 end
        local left = math.max(0, limit - total)
        local reserved = math.min(math.floor(left * ${reservedPart} / servers), math.max(0, left - others))
        -- If this answer is lost, the server keeps using its previous reservation, which must stay free too.
        local previous = math.min(mine, window.reserved, math.max(0, window.count - total - others))
        local kept = math.max(reserved, previous)
        local field = string.format('r:%d:%s', window.ms, me)
        if kept > 0 then
          redis.call('HSET', key, field, string.format('%d:%d', kept, now + ${reservedMs}))
          keep()
        elseif mine > 0 then
          redis.call('HDEL', key, field)
        end
        return reserved
      end,
    }
  end
end

local reply = { retry }
for _, window in ipairs(windows) do
  if retry == 0 and hits > 0 then window.count() end
  reply[#reply + 1] = window.total()
  reply[#reply + 1] = window.reserve()
end
return reply
`,
);
