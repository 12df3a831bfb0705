/*
 * Packs rows as columns. Many objects with the same few properties take a third less space as one list per property,
 * and compress better. Pages embed their data this way.
 */

/** Shorter lists are not packed. */
const minRows = 4;

interface Columns {
  readonly $rows: number;
  /** Each property's values in row order. */
  readonly $columns: Readonly<Record<string, unknown>>;
  /** Properties that only some rows have: values by row number. */
  readonly $sparse?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Packs each long list of objects in JSON data into columns, at any depth. `unpackColumns` restores the data. */
export function packColumns(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length >= minRows && value.every(isObject) ? toColumns(value) : value.map(packColumns);
  }
  if (!isObject(value)) return value;
  const packed = mapValues(value, packColumns);
  // Wraps data that looks like columns, so that it is not mistaken for them.
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
