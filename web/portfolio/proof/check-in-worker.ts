import type { Verdict } from './check/check-proof.ts';
import workerPath from './check-worker.ts?worker&url';
import type { ProofDocument } from './proof-document.ts';

/** The part of the Trusted Types API used here. Browsers that enforce it refuse a plain string as a worker's URL. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(address: string): string };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const workerUrl =
  trustedTypes
    ?.createPolicy('proof-checker', { createScriptURL: () => workerPath })
    .createScriptURL(workerPath) ?? workerPath;

/** Checks a proof in a worker. Rejects if the checker can't be loaded or `signal` aborts. */
export function checkInWorker(document: ProofDocument, signal: AbortSignal): Promise<Verdict> {
  const worker = new Worker(workerUrl, { type: 'module' });
  const verdict = new Promise<Verdict>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Verdict>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the checker could not be loaded')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.postMessage(document);
  });
  return verdict.finally(() => worker.terminate());
}
