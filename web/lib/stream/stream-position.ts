/** A position in the stream: `q` in the common events, `a` in the user's own. Empty: unknown. */
export interface StreamPosition {
  readonly q: string;
  readonly a: string;
}

/** The position before anything was received. */
export const noPosition: StreamPosition = { q: '', a: '' };

/** Parses an id (`q12.a7`). A part that the id omits keeps its previous value. */
export function readPosition(id: string, previous: StreamPosition): StreamPosition {
  const [, q, a] = /^(?:q(\d+))?\.?(?:a(\d+))?$/.exec(id) ?? [];
  return { q: q ?? previous.q, a: a ?? previous.a };
}

/** The position as text for `Last-Event-ID`. */
export function toEventId({ q, a }: StreamPosition): string {
  return [q && `q${q}`, a && `a${a}`].filter(Boolean).join('.');
}
