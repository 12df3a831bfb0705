import { buffer } from 'node:stream/consumers';
import type { JsonAnswer } from './large-json.ts';
import { type JsonPart, readChecked } from './read-checked.ts';
import { splitLists } from './split-lists.ts';

/** Items per message: few enough that receiving them blocks nobody. */
const batchSize = 500;

const answer = (message: JsonAnswer) => process.send?.(message);

/** Reads one document from standard input, then sends a batch of its lists for each message that requests more. */
process.once('message', async (part) => {
  const read = await readChecked({ ...(part as JsonPart), bytes: await buffer(process.stdin) });
  if ('issues' in read) return answer(read);
  const { document, lists } = splitLists(read.document, batchSize);
  const batches = listBatches(lists);
  process.on('message', () => answer(batches.next().value ?? { isDone: true }));
  return answer({ document });
});

function* listBatches(lists: ReturnType<typeof splitLists>['lists']): Generator<JsonAnswer, undefined> {
  for (const { path, items } of lists) {
    for (let start = 0; start < items.length; start += batchSize)
      yield { path, items: items.slice(start, start + batchSize) };
  }
}
