import { parentPort } from 'node:worker_threads';
import { reasonOf } from '#server/platform/reason-of.ts';
import { decodeText } from './decode-text.ts';
import { parseFeed } from './parse-feed.ts';
import type { ParsedFeed } from './parsed-feed.ts';

/** A request to the worker; one at a time. */
export interface WorkerRequest {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** The URL of the feed. */
  readonly address: string;
}

/** The worker's messages: `ready` once, then one of the others for each request. */
export type WorkerAnswer = 'ready' | { readonly feed: ParsedFeed } | { readonly failure: string };

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

const answer = (message: WorkerAnswer) => port.postMessage(message);

port.on('message', ({ bytes, contentType, address }: WorkerRequest) => {
  try {
    answer({ feed: parseFeed(decodeText(bytes, contentType), address) });
  } catch (error) {
    answer({ failure: reasonOf(error) });
  }
});
answer('ready');
