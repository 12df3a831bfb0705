import type { Instant } from '#contract/units.ts';
import { lowerProcessPriority } from '#server/platform/thread-priority.ts';
import { type PackedFile, readPacked } from '../../drafts/pack-file.ts';
import type { ReadOptions } from '../reader.ts';
import { UnreadableFile, type UnreadableReason } from '../unreadable-file.ts';

/** A request to the process, which handles one at a time. The file follows in pieces. */
export interface WorkerRequest {
  /** In bytes. */
  readonly size: number;
  readonly options: ReadOptions;
  readonly now: Instant;
}

export type WorkerMessage = WorkerRequest | { readonly piece: Uint8Array };

/**
 * Messages from the process: `ready` once; then for each request packed parts of drafts, and finally one of the others.
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

const answer = (message: WorkerAnswer) => process.send?.(message);

async function read({ options, now }: WorkerRequest, bytes: Uint8Array): Promise<void> {
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

let request: WorkerRequest | null = null;
let bytes = new Uint8Array();
let received = 0;

function receive(message: WorkerMessage): void {
  if ('piece' in message) {
    bytes.set(message.piece, received);
    received += message.piece.length;
  } else {
    request = message;
    bytes = new Uint8Array(message.size);
    received = 0;
  }
  if (request === null || received < request.size) return;
  const [complete, file] = [request, bytes];
  // The reader releases the file, so nothing else may hold it.
  request = null;
  bytes = new Uint8Array();
  void read(complete, file);
}

// The build loads this file only to compile it.
if (process.send) {
  lowerProcessPriority();
  // Asked to stop, the server ends this process when it has no more use for it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('message', (message) => receive(message as WorkerMessage));
  answer('ready');
}
