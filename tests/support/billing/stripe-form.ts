/** Fields as Stripe's SDK sends them: `line_items[0][price]=…` is the field `price` of the first of `line_items`. */
export type Fields = { [name: string]: string | Fields };

/** Parses a form body or a query string as Stripe's API does. */
export function readFields(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop()!;
    let at = fields;
    for (const part of path) {
      const next = at[part] ?? {};
      if (typeof next === 'string') throw new Error(`${name} is a value and a group of fields`);
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return fields;
}

/** The names of all fields, with `*` for indices: `line_items.*.price`. */
export function namesOf(fields: Fields, before = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = before + (/^\d+$/.test(name) ? '*' : name);
    return typeof value === 'string' ? [path] : namesOf(value, `${path}.`);
  });
}

/** A field by its path; undefined if it was not sent. */
export function fieldAt(fields: Fields, path: string): string | undefined {
  let at: string | Fields | undefined = fields;
  for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}
