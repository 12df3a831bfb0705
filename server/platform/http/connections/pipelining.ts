import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PipeliningLimits {
  /** Requests of one connection that are processed at a time. */
  readonly maxActive: number;
  /** Further requests waiting their turn. A connection that sends more is closed. */
  readonly maxWaiting: number;
}

const defaultPipelining: PipeliningLimits = { maxActive: 16, maxWaiting: 100 };

interface Pipeline {
  active: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits the work a connection can request at a time. Node reads on while responses are still being made, so a client
 * could otherwise start thousands of requests with a single packet.
 */
export function limitPipelining(
  handle: RequestListener,
  { maxActive, maxWaiting }: PipeliningLimits = defaultPipelining,
): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    pipeline.active += 1;
    response.once('close', () => {
      pipeline.active -= 1;
      const next = pipeline.waiting.shift();
      if (!next || socket.destroyed) return;
      next();
      if (pipeline.waiting.length === 0) socket.resume();
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? { active: 0, waiting: [] };
    pipelines.set(socket, pipeline);
    if (pipeline.active < maxActive) return start(pipeline, request, response);
    if (pipeline.waiting.length >= maxWaiting) return void socket.destroy();
    pipeline.waiting.push(() => start(pipeline, request, response));
    socket.pause();
  };
}
