/** A position in the stream: `q` in the events for everyone, `a` in the user's own. Empty: none is known. */
export interface StreamPosition {
  readonly q: string;
  readonly a: string;
}

export const noPosition: StreamPosition = { q: '', a: '' };

/** The position of an id (`q12.a7`); a part that the id omits keeps its value in `before`. */
export function readPosition(id: string, before: StreamPosition): StreamPosition {
  const [, q, a] = /^(?:q(\d+))?\.?(?:a(\d+))?$/.exec(id) ?? [];
  return { q: q ?? before.q, a: a ?? before.a };
}

/** The position as text for `Last-Event-ID`. */
export function toEventId({ q, a }: StreamPosition): string {
  return [q && `q${q}`, a && `a${a}`].filter(Boolean).join('.');
}
