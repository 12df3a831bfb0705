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
}

const defaultPipelining: PipeliningLimits = { maxActive: 16, maxWaiting: 16 };

interface Pipeline {
  active: number;
  readonly waiting: (() => void)[];
  /** Whether it is in the queue for beginning its next request. */
  isQueued: boolean;
}

/**
 * Limits the work a connection can request at a time. Node reads on while responses are still being made, so a client
 * could otherwise start thousands of requests with a single packet. Requests behind another one of their connection begin
 * one per turn of the event loop, and networks take turns: those of a thousand connections would hold up everybody else for
 * many seconds, even if each were refused.
 */
export function limitPipelining(
  handle: RequestListener,
  { maxActive, maxWaiting }: PipeliningLimits = defaultPipelining,
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
    const pipeline = pipelines.get(socket) ?? { active: 0, waiting: [], isQueued: false };
    pipelines.set(socket, pipeline);
    const { active, waiting } = pipeline;
    if (active + waiting.length === 0) return start(pipeline, request, response);
    if (active + waiting.length >= maxActive + maxWaiting) return void socket.destroy();
    waiting.push(() => start(pipeline, request, response));
    socket.pause();
    proceed(pipeline, socket);
  };
}
