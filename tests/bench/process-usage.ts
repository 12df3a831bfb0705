import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time of a process since its start, all threads, in nanoseconds. Read from the scheduler's statistics, which are
 * finer than the 10 ms of /proc/PID/stat. Linux only.
 */
export function readCpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + readThreadTime(pid, thread), 0);
}

/** CPU time of a process's main thread since its start, in nanoseconds: without the engine's own threads. Linux only. */
export const readMainThreadTime = (pid: number): number => readThreadTime(pid, String(pid));

function readThreadTime(pid: number, thread: string): number {
  const [running = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(running);
}

/** Memory of a process (resident set), in bytes. Linux only. */
export const readMemory = (pid: number): number => readStatus(pid, 'VmRSS');

/** Peak memory of a process since its start, in bytes. Linux only. */
export const readPeakMemory = (pid: number): number => readStatus(pid, 'VmHWM');

function readStatus(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`No memory figure for process ${pid}`);
  return Number(kibibytes) * 1024;
}
