import { parentPort } from 'node:worker_threads';
import type { Instant } from '#contract/units.ts';
import { lowerThreadPriority } from '#server/platform/thread-priority.ts';
import { type PackedFile, readPacked } from '../../drafts/pack-file.ts';
import type { ReadOptions } from '../reader.ts';
import { UnreadableFile, type UnreadableReason } from '../unreadable-file.ts';

/** A request to the worker, which handles one at a time. */
export interface WorkerRequest {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions;
  readonly now: Instant;
}

/**
 * Messages from the worker: `ready` once; then for each request packed parts of drafts, and finally one of the others.
 */
export type WorkerAnswer =
  | 'ready'
  | { readonly part: string }
  | { readonly file: Omit<PackedFile, 'parts'> }
  | {
      readonly refused: {
        readonly reason: UnreadableReason;
        readonly message: string;
        readonly line: number | null;
        readonly columns: readonly string[];
      };
    }
  | { readonly failure: string };

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

lowerThreadPriority();

const answer = (message: WorkerAnswer) => port.postMessage(message);

async function read({ bytes, options, now }: WorkerRequest): Promise<void> {
  try {
    const takePart = (part: string) => answer({ part });
    answer({ file: await readPacked(bytes, options, { now, takePart }) });
  } catch (error) {
    if (error instanceof UnreadableFile) {
      const { reason, message, line, columns } = error;
      answer({ refused: { reason, message, line, columns } });
    } else answer({ failure: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', (request: WorkerRequest) => void read(request));
answer('ready');
