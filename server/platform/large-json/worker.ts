import { buffer } from 'node:stream/consumers';
import type { JsonAnswer } from './large-json.ts';
import { issuesOf, type JsonPart, readChecked } from './read-checked.ts';
import { splitLists } from './split-lists.ts';

/** Per message: few enough that receiving them blocks nobody. */
const batchBounds = { maxLength: 500, maxSize: 1024 * 1024 };

const answer = (message: JsonAnswer) => process.send?.(message);

/** Reads one document from standard input, then sends a batch of its lists for each message that requests more. */
process.once('message', async (part) => {
  const read = await readChecked({ ...(part as JsonPart), bytes: await buffer(process.stdin) });
  if ('issues' in read) return answer(read);
  const split = trySplit(read.document);
  if ('issues' in split) return answer(split);
  const batches = listBatches(split.lists);
  process.on('message', () => answer(batches.next().value ?? { isDone: true }));
  return answer({ document: split.document });
});

function trySplit(document: unknown) {
  try {
    return splitLists(document, batchBounds);
  } catch (error) {
    return { issues: issuesOf(error) };
  }
}

function* listBatches(lists: ReturnType<typeof splitLists>['lists']): Generator<JsonAnswer, undefined> {
  for (const { path, batches } of lists) for (const items of batches) yield { path, items };
}
