import { setTimeout as wait } from 'node:timers/promises';

export interface ReceivedEvent {
  /** The stream's position after the event. Undefined if the event has none. */
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
  readonly at: number;
}

/** A reader of the stream that reconnects with its position whenever the connection ends, like a browser. */
export interface StreamReader {
  readonly events: readonly ReceivedEvent[];
  /** How often it has connected. */
  readonly connections: number;
  stop(): Promise<void>;
}

const pauseMs = 200;
/** After three missed heartbeats the connection counts as dead. */
const silenceMs = 45_000;

/** Reads a server's stream until stopped. With a token, as its user. */
export function readStream(url: string, token?: string): StreamReader {
  const events: ReceivedEvent[] = [];
  const stopping = new AbortController();
  let lastId: string | undefined;
  let connections = 0;

  function read(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const id = fields.get('id');
    if (id) lastId = id;
    const name = fields.get('event');
    if (name) events.push({ id, name, data: fields.get('data') ?? '', at: Date.now() });
  }

  async function connect(): Promise<void> {
    const silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
    };
    try {
      restartTimer();
      const answer = await fetch(`${url}/api/stream`, {
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(lastId && { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([stopping.signal, silence.signal]),
      });
      if (!answer.ok || !answer.body) throw new Error(`the stream was answered with ${answer.status}`);
      connections += 1;
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of answer.body) {
        restartTimer();
        const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) read(block);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await connect().catch(() => undefined);
      await wait(pauseMs);
    }
  })();
  return {
    events,
    get connections() {
      return connections;
    },
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
