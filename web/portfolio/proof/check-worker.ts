import { checkProof } from './check/check-proof.ts';

/* Runs the checker off the main thread: a large proof takes seconds, which would freeze the page. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void checkProof(data).then((verdict) => postMessage(verdict));
});
