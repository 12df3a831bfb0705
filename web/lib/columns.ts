/*
 * Rows as columns. Many objects with the same few properties take a third less room as one list for each property, and
 * compress better: a page carries its data this way.
 */

/** Fewer rows than this stay as they are. */
const minRows = 4;

interface Columns {
  readonly $rows: number;
  /** Each property's values in the order of the rows. */
  readonly $columns: Readonly<Record<string, unknown>>;
  /** Properties that only some rows have: their values by the number of the row. */
  readonly $sparse?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives JSON data with each longer list of objects as columns, at any depth. `unpackColumns` gives the same data back. */
export function packColumns(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length >= minRows && value.every(isObject) ? toColumns(value) : value.map(packColumns);
  }
  if (!isObject(value)) return value;
  const packed = mapValues(value, packColumns);
  // Data that looks like columns is wrapped, so that it is not taken for them.
  return '$columns' in value || '$plain' in value ? { $plain: packed } : packed;
}

/** Undoes `packColumns`. */
export function unpackColumns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackColumns);
  if (!isObject(value)) return value;
  if ('$plain' in value) return mapValues(value.$plain as Readonly<Record<string, unknown>>, unpackColumns);
  return '$columns' in value ? toRows(value as unknown as Columns) : mapValues(value, unpackColumns);
}

function toColumns(rows: readonly Readonly<Record<string, unknown>>[]): Columns {
  const names = new Set(rows.flatMap(Object.keys));
  const full = [...names].filter((name) => rows.every((row) => row[name] !== undefined));
  const sparse = [...names].filter((name) => !full.includes(name));
  return {
    $rows: rows.length,
    $columns: Object.fromEntries(full.map((name) => [name, packColumns(rows.map((row) => row[name]))])),
    ...(sparse.length > 0 && {
      $sparse: Object.fromEntries(sparse.map((name) => [name, listPresent(rows, name)])),
    }),
  };
}

function listPresent(rows: readonly Readonly<Record<string, unknown>>[], name: string) {
  return Object.fromEntries(
    rows.flatMap((row, index) => (row[name] === undefined ? [] : [[index, packColumns(row[name])]])),
  );
}

function toRows({ $rows, $columns, $sparse = {} }: Columns): unknown[] {
  const columns = Object.entries($columns).map(
    ([name, values]) => [name, unpackColumns(values) as readonly unknown[]] as const,
  );
  const rows = Array.from({ length: $rows }, (_, index) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values[index]])),
  );
  for (const [name, values] of Object.entries($sparse)) {
    for (const [index, value] of Object.entries(values)) {
      const row = rows[Number(index)];
      if (row) row[name] = unpackColumns(value);
    }
  }
  return rows;
}

function mapValues(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
