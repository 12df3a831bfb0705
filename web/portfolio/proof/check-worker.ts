import { checkDocument } from './check/check-document.ts';

/* Runs the checker off the main thread: a large proof takes seconds, which would freeze the page. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void checkDocument(data).then((verdict) => postMessage(verdict));
});
