import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

interface Deletion {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint }>;
}

/** Repeats a statement that removes up to `count` rows until none is left, yielding to other calls in between. */
export async function removeInBatches(count: number, remove: (count: number) => Deletion): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await remove(count).executeTakeFirst();
    if (numDeletedRows < BigInt(count)) return;
    await yieldToEventLoop();
  }
}
