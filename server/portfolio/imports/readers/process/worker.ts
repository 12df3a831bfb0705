import type { Instant } from '#contract/units.ts';
import { lowerProcessPriority } from '#server/platform/thread-priority.ts';
import { type PackedFile, readPacked } from '../../drafts/pack-file.ts';
import type { ReadOptions } from '../draft.ts';
import { UnreadableFile, type UnreadableReason } from '../unreadable-file.ts';

/** A request to the process, which handles one at a time. The file comes through its standard input. */
export interface WorkerRequest {
  /** In bytes. */
  readonly size: number;
  readonly options: ReadOptions;
  readonly now: Instant;
}

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

/** Waits for the whole file, and reads it. */
function receive(request: WorkerRequest): void {
  const bytes = new Uint8Array(request.size);
  let received = 0;
  const take = (piece: Buffer) => {
    bytes.set(piece, received);
    received += piece.length;
    if (received < request.size) return;
    process.stdin.pause().off('data', take);
    void read(request, bytes);
  };
  if (request.size === 0) void read(request, bytes);
  else process.stdin.on('data', take).resume();
}

// The build loads this file only to compile it.
if (process.send) {
  lowerProcessPriority();
  // Ignored, because a stopping server ends this process itself once it no longer needs it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('message', (message) => receive(message as WorkerRequest));
  answer('ready');
}
