import { parentPort } from 'node:worker_threads';

// A thread that, with each message, fills its heap with pieces of 48 MB, and works in between.
parentPort?.on('message', () => {
  const kept: number[][] = [];
  for (;;) {
    kept.push(new Array<number>(6_000_000).fill(0.5));
    for (let row = 0; row < 1000; row += 1) kept.at(-1)?.indexOf(row, 5_900_000);
  }
});
