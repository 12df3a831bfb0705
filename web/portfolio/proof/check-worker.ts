import { checkProof } from './check-proof.ts';

/* Runs the checker beside the page: a large proof takes seconds, in which the page would not answer. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void checkProof(data).then((verdict) => postMessage(verdict));
});
