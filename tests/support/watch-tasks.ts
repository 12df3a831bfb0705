import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const task = 'ThreadControllerImpl::RunTask';

/**
 * Records every main-thread task of at least `overMs` from now on. Returns a function that stops recording and returns
 * the processor time of each, in milliseconds: time that other processes take on a busy machine does not count.
 */
export async function watchTasks(page: Page, overMs: number): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel'] });
  return async () => {
    const trace = (await browser.stopTracing()).toString();
    const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
    const nameOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const mainThreads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(nameOf),
    );
    const tasks = events.filter((event) => event.name === task && mainThreads.has(nameOf(event)));
    // The browser may have renamed its tasks, and then any page would pass.
    if (!tasks.some(({ tdur }) => tdur !== undefined)) throw new Error('No task was recorded.');
    return tasks.map(({ tdur = 0 }) => tdur / 1000).filter((ms) => ms >= overMs);
  };
}
