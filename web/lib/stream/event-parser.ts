import { createParser } from 'eventsource-parser';

/** A block of a server-sent event stream. */
export interface ServerEvent {
  readonly name: string;
  /** Null for a block with only a position. */
  readonly data: string | null;
  /** The position after the event, if the block has one. */
  readonly id: string | null;
}

/**
 * Returns a function that takes a stream's text in chunks of any size, and calls `onEvent` for each complete block.
 * `onRetry` gets the reconnection time in milliseconds.
 */
export function createEventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (ms: number) => void,
): (text: string) => void {
  const parser = createParser({
    onEvent({ event: name = 'message', data, id = null }) {
      if (data !== '' || id !== null) onEvent({ name, data: data === '' ? null : data, id });
    },
    onRetry,
  });
  let pending = '';
  return (text) => {
    const blocks = (pending + text).split(/(?<=\n)\r?\n/);
    pending = blocks.pop() ?? '';
    // The parser would drop blocks without data, and with them the positions that the server sends without an event.
    for (const block of blocks) parser.feed(/^data/m.test(block) ? `${block}\n` : `${block}data\n\n`);
  };
}
