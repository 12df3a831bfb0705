/** Admits one writer at a time to a file. SQLite itself would block the whole thread until its turn. */
export interface WriteLock {
  /** Resolves when it is the caller's turn, in call order. */
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
