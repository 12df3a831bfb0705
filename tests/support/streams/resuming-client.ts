import { Agent, get, type IncomingMessage } from 'node:http';

export interface StreamedEvent {
  readonly name: string;
  readonly id: string;
  readonly data: unknown;
}

/** Follows a stream like a browser: it reconnects with the id of the last event. */
export interface ResumingClient {
  /** Everything received, over all connections. */
  readonly events: readonly StreamedEvent[];
  /** How often it has connected. */
  connections(): number;
  /** The reconnection delays requested by the server, in milliseconds. */
  readonly retries: readonly number[];
  lastId(): string;
  close(): void;
}

const reconnectMs = 50;

/** `urlOf` returns the server for each connection. */
export function followStream(urlOf: () => string, headers: Record<string, string> = {}): ResumingClient {
  const events: StreamedEvent[] = [];
  const retries: number[] = [];
  const agent = new Agent({ keepAlive: false });
  let lastId = '';
  let connections = 0;
  let isClosed = false;
  let end = () => {};

  function take(frame: string): void {
    const fields = new Map<string, string>();
    for (const line of frame.split('\n')) {
      const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field) fields.set(field, value ?? '');
    }
    if (fields.has('retry')) retries.push(Number(fields.get('retry')));
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data !== undefined)
      events.push({ name: fields.get('event') ?? '', id: lastId, data: JSON.parse(data) });
  }

  function read(answer: IncomingMessage): void {
    let rest = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      frames.forEach(take);
    });
    answer.on('close', again).on('error', () => undefined);
  }

  function again(): void {
    if (!isClosed) setTimeout(connect, reconnectMs);
  }

  function connect(): void {
    if (isClosed) return;
    let isAnswered = false;
    const sent = get(
      `${urlOf()}/api/stream`,
      { agent, headers: { ...headers, ...(lastId && { 'last-event-id': lastId }) } },
      (answer) => {
        isAnswered = true;
        if (answer.statusCode === 200) connections += 1;
        read(answer);
      },
    );
    sent.once('error', () => !isAnswered && again());
    end = () => sent.destroy();
  }

  connect();
  return {
    events,
    retries,
    connections: () => connections,
    lastId: () => lastId,
    close() {
      isClosed = true;
      end();
      agent.destroy();
    },
  };
}
