import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../../fair-queue.ts';
import { networkOf } from '../../net/network-of.ts';

export interface PipeliningLimits {
  /** Requests of one connection that are processed at a time. */
  readonly maxActive: number;
  /** Further requests waiting their turn. A connection that sends more is closed. */
  readonly maxWaiting: number;
  /** Bytes of the unanswered requests behind another one. A connection that sends more is closed. */
  readonly maxBytes: number;
}

const defaultPipelining: PipeliningLimits = { maxActive: 16, maxWaiting: 16, maxBytes: 64 * 1024 };
/** What each name and each value of a header takes besides its text. */
const headerBytes = 32;
/** For how many bytes a longer body counts, and one of unknown length. Node reads not much more ahead. */
const maxBodyBytes = 32 * 1024;

interface Pipeline {
  active: number;
  readonly waiting: (() => void)[];
  /** As `maxBytes` counts them. */
  bytes: number;
  /** Whether it is in the queue for beginning its next request. */
  isQueued: boolean;
}

/**
 * Limits the work a connection can request at a time, and the memory that its requests take until they are answered. Node
 * reads on while responses are still being made, so a client could otherwise start thousands of requests with a single
 * packet. Requests behind another one of their connection begin one per turn of the event loop, and networks take turns:
 * those of a thousand connections would hold up everybody else for many seconds, even if each were refused.
 */
export function limitPipelining(
  handle: RequestListener,
  { maxActive, maxWaiting, maxBytes }: PipeliningLimits = defaultPipelining,
): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const queue = new FairQueue();

  function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.active += 1;
    response.once('close', () => {
      pipeline.active -= 1;
      proceed(pipeline, request.socket);
    });
    handle(request, response);
  }

  /** In the queue only once per connection, so that the queue stays short. */
  function proceed(pipeline: Pipeline, socket: Socket): void {
    const { waiting, active, isQueued } = pipeline;
    if (isQueued || waiting.length === 0 || active >= maxActive || socket.destroyed) return;
    pipeline.isQueued = true;
    void queue.run(networkOf(socket.remoteAddress ?? ''), async () => {
      if (!socket.destroyed) await nextTurn();
      pipeline.isQueued = false;
      if (socket.destroyed) return;
      waiting.shift()?.();
      if (waiting.length === 0) socket.resume();
      else proceed(pipeline, socket);
    });
  }

  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? { active: 0, waiting: [], bytes: 0, isQueued: false };
    pipelines.set(socket, pipeline);
    const { active, waiting } = pipeline;
    if (active + waiting.length === 0) return start(pipeline, request, response);
    const bytes = sizeOf(request);
    pipeline.bytes += bytes;
    if (active + waiting.length >= maxActive + maxWaiting || pipeline.bytes > maxBytes)
      return void socket.destroy();
    response.once('close', () => {
      pipeline.bytes -= bytes;
    });
    waiting.push(() => start(pipeline, request, response));
    socket.pause();
    proceed(pipeline, socket);
  };
}

/** The bytes of a request's address and headers, and of its body as far as it counts. */
function sizeOf({ url = '', headers, rawHeaders }: IncomingMessage): number {
  const ofHead = rawHeaders.reduce((sum, text) => sum + headerBytes + text.length, url.length);
  if (headers['transfer-encoding'] !== undefined) return ofHead + maxBodyBytes;
  return ofHead + Math.min(maxBodyBytes, Number(headers['content-length'] ?? 0));
}
