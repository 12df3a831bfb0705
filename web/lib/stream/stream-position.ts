/** A place in the stream: `q` in what is for all, `a` in the user's own events. Empty: none was told. */
export interface StreamPosition {
  readonly q: string;
  readonly a: string;
}

export const nowhere: StreamPosition = { q: '', a: '' };

/** The place that an id (`q12.a7`) tells, on top of the one before: a part it leaves out stays. */
export function readPosition(id: string, before: StreamPosition): StreamPosition {
  const [, q, a] = /^(?:q(\d+))?\.?(?:a(\d+))?$/.exec(id) ?? [];
  return { q: q ?? before.q, a: a ?? before.a };
}

/** The place as text for `Last-Event-ID`. */
export function toEventId({ q, a }: StreamPosition): string {
  return [q && `q${q}`, a && `a${a}`].filter(Boolean).join('.');
}
