import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Names this process among all that share a database: its host, its process id, and what no other run has. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}-${randomUUID()}`;
}

/**
 * Whether a name of `nameProcess`, not of this very process, is of one of this host that is gone. Our own process id
 * in another's name is one from before: in a container the main process always has the same.
 */
export function hasEnded(name: string, isAlive: (pid: number) => boolean = isProcessAlive): boolean {
  const [, host, pid] = /^(.*)-(\d+)-[\da-f-]{36}$/.exec(name) ?? [];
  if (host !== hostname()) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other refusal is about a process that is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
