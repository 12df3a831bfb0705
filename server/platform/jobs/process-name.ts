import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A name unique among all processes that share a database: host, process id and a random id. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}-${randomUUID()}`;
}

/**
 * Whether a name belongs to a process of this host that has ended. A name with our own process id is from an earlier run:
 * in a container the main process always has the same id.
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
    // Any other error is about a living process.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
