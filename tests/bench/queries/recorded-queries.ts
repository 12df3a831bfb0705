import pg from 'pg';

/** A statement as the server sent it, with the parameters of its last execution. */
export interface RecordedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly count: number;
}

/** Records every statement that this process sends to PostgreSQL, until stopped. */
export function recordQueries(): { stop(): RecordedQuery[] } {
  const recorded = new Map<string, { values: readonly unknown[]; count: number }>();
  const original = pg.Client.prototype.query;
  const note = (text: unknown, values: unknown) => {
    if (typeof text !== 'string' || !/^(select|insert|update|delete|with)\b/i.test(text)) return;
    const known = recorded.get(text);
    recorded.set(text, {
      values: Array.isArray(values) ? values : [],
      count: (known?.count ?? 0) + 1,
    });
  };
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args;
    if (typeof first === 'object' && first !== null && 'text' in first) {
      note(first.text, (first as { values?: unknown }).values);
    } else note(first, values);
    return Reflect.apply(original, this, args);
  } as typeof original;
  return {
    stop() {
      pg.Client.prototype.query = original;
      return [...recorded].map(([text, found]) => ({ text, ...found })).sort((a, b) => b.count - a.count);
    },
  };
}
