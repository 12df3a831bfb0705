import { useEffect, useState } from 'react';
import type { Verdict } from './check/check-proof.ts';
import type { ProofDocument } from './proof-document.ts';

/** `unable`: the page is not served over HTTPS, or the checker could not be loaded. */
export type Check =
  | { readonly state: 'checking' }
  | { readonly state: 'unable'; readonly reason: string }
  | { readonly state: 'checked'; readonly verdict: Verdict };

/** Checks a proof in this browser. `checkAgain` repeats the check. */
export function useCheck(document: ProofDocument): { check: Check; checkAgain: () => void } {
  const [run, setRun] = useState(0);
  const [done, setDone] = useState<{ check: Check; of: ProofDocument; run: number } | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    void runCheck(document, ended.signal).then((check) => {
      if (!ended.signal.aborted) setDone({ check, of: document, run });
    });
    return () => ended.abort();
  }, [document, run]);
  const isDone = done?.of === document && done.run === run;
  return {
    check: isDone ? done.check : { state: 'checking' },
    checkAgain: () => setRun(run + 1),
  };
}

async function runCheck(document: ProofDocument, signal: AbortSignal): Promise<Check> {
  // Browsers offer hashing (`crypto.subtle`) only in secure contexts.
  if (!isSecureContext)
    return {
      state: 'unable',
      reason: 'Browsers can check proofs only over HTTPS. Download the proof and check the file instead.',
    };
  try {
    const { checkInWorker } = await import('./check-in-worker.ts');
    return { state: 'checked', verdict: await checkInWorker(document, signal) };
  } catch {
    return { state: 'unable', reason: 'The checker could not be loaded. Please try again.' };
  }
}
