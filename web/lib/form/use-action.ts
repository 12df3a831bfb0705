import { useRef, useState } from 'react';

export interface Action<A> {
  /** Acts, unless it is acting already: a second press while the first is on its way does nothing. */
  run(argument: A): Promise<void>;
  readonly isBusy: boolean;
  /** What the last run threw; undefined from the next run on. */
  readonly failure: unknown;
  /** Forgets the failure. */
  reset(): void;
}

/** Something a press of a button starts, that takes its time and may fail. */
export function useAction<A = void>(act: (argument: A) => Promise<void>): Action<A> {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isRunning = useRef(false);
  const run = async (argument: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await act(argument);
    } catch (error) {
      setFailure(error);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { run, isBusy, failure, reset: () => setFailure(undefined) };
}
