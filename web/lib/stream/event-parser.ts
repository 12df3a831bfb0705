/** A block of a stream of server-sent events. */
export interface ServerEvent {
  readonly name: string;
  /** Null: the block tells a place alone. */
  readonly data: string | null;
  /** The place after the event, where the block tells one. */
  readonly id: string | null;
}

/**
 * Gives a function that takes a stream's text as it comes, in whatever pieces, and calls back for each whole block.
 * `onRetry` is told how long to wait before coming back, in milliseconds.
 * After https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream, without `\r` alone.
 */
export function createEventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (ms: number) => void,
): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id: string | null = null;

  function readLine(line: string): void {
    if (line === '') {
      if (data.length > 0 || id !== null)
        onEvent({ name: name || 'message', data: data.length > 0 ? data.join('\n') : null, id });
      [name, data, id] = ['', [], null];
      return;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };
}
