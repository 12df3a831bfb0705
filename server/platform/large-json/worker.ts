import { parentPort } from 'node:worker_threads';
import type { JsonAnswer, JsonRequest } from './large-json.ts';
import { readChecked } from './read-checked.ts';
import { splitLists } from './split-lists.ts';

/** Items of one message: few enough that taking them holds nobody up. */
const portion = 500;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');
const answer = (message: JsonAnswer) => port.postMessage(message);

/** One document; then a portion of its lists for each message that asks for more. */
port.once('message', async (request: JsonRequest) => {
  const read = await readChecked(request);
  if ('issues' in read) return answer(read);
  const { document, lists } = splitLists(read.document, portion);
  const portions = listPortions(lists);
  port.on('message', () => answer(portions.next().value ?? { isDone: true }));
  return answer({ document });
});

function* listPortions(lists: ReturnType<typeof splitLists>['lists']): Generator<JsonAnswer, undefined> {
  for (const { path, items } of lists) {
    for (let start = 0; start < items.length; start += portion)
      yield { path, items: items.slice(start, start + portion) };
  }
}
