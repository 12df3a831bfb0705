import { readFileSync } from 'node:fs';
import { type ConnectionCaps, defaultCaps } from './connection-caps.ts';

/**
 * The number of files and connections that this process may have open, according to Linux; infinite on other systems.
 * Node raises the soft limit to the hard one.
 */
export function readMaxOpenFiles(file = '/proc/self/limits'): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Files reserved for the database, outgoing calls and the like: this part of all, and at least the minimum. */
const reserved = { part: 0.1, min: 200 };

/**
 * Lowers caps so that some files stay free. Otherwise connections beyond the limit would fail without a response. An open
 * request can keep a file of ours open, so that of one network leave half of the free ones.
 */
export function fitCaps(caps: ConnectionCaps, maxOpenFiles: number): ConnectionCaps {
  const maxRefusals = Math.min(caps.maxRefusals, Math.floor(maxOpenFiles / 10));
  const free = Math.max(reserved.min, Math.ceil(maxOpenFiles * reserved.part));
  const total = maxOpenFiles === Number.POSITIVE_INFINITY ? caps.total : maxOpenFiles - maxRefusals - free;
  return {
    ...caps,
    maxRefusals,
    total: Math.min(caps.total, Math.max(1, total)),
    perNetwork: Math.min(caps.perNetwork, Math.floor(free / 2)),
  };
}

/** The caps of this process, by default. */
export const systemCaps = (): ConnectionCaps => fitCaps(defaultCaps, readMaxOpenFiles());

/** How many of the connections may be streams: the others are left for everything else, such as health checks. */
export const maxStreamsOf = ({ total }: ConnectionCaps): number => Math.floor((total * 5) / 6);
