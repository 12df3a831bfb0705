import { readFileSync } from 'node:fs';
import type { Milliseconds } from '#contract/units.ts';

/** Linux counts in hundredths of a second on every machine. */
const tickMs: Milliseconds = 10;
/** Places in /proc/PID/stat after the name, which may contain spaces and brackets. */
const [userField, systemField] = [11, 12];

/** Processor time that a process has used, all threads. Null if it has ended, and on systems other than Linux. */
function readProcessorTime(pid: number | undefined): Milliseconds | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[userField]) + Number(fields[systemField])) * tickMs;
  } catch {
    return null;
  }
}

/** Returns how much processor time a process has used since now; on systems other than Linux, how much time has passed. */
export function startProcessorClock(pid: number | undefined): () => Milliseconds {
  const before = readProcessorTime(pid);
  const begun = performance.now();
  return () => (before === null ? performance.now() - begun : (readProcessorTime(pid) ?? before) - before);
}
