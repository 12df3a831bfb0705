import { setImmediate } from 'node:timers/promises';

/** Awaits a promise. Returns its value, and how many turns the event loop took in the meantime. */
export async function countTurns<T>(promise: Promise<T>): Promise<[value: T, turns: number]> {
  let isOver = false;
  let turns = 0;
  const count = async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  };
  const counting = count();
  try {
    return [await promise, turns];
  } finally {
    isOver = true;
    await counting;
  }
}
