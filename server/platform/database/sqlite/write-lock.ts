/** Lets one writer at a time into a file: SQLite itself would hold up the whole thread until its turn comes. */
export interface WriteLock {
  /** Resolves when it is this caller's turn, in the order of the calls. */
  acquire(): Promise<void>;
  release(): void;
}

export function createWriteLock(): WriteLock {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    async acquire() {
      if (!isHeld) {
        isHeld = true;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else isHeld = false;
    },
  };
}
