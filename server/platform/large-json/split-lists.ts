/** The location of a list in a document. */
export type Path = readonly (string | number)[];

/** A document with its long lists emptied, and their items in the order in which to put them back. */
interface SplitDocument {
  readonly document: unknown;
  readonly lists: readonly { readonly path: Path; readonly items: unknown[] }[];
}

/** Takes the items out of every list longer than `maxLength`, so that they can be sent in batches. */
export function splitLists(document: unknown, maxLength: number): SplitDocument {
  const lists: { path: Path; items: unknown[] }[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) {
      for (const [name, field] of Object.entries(value)) visit(field, [...path, name]);
      return;
    }
    const items: unknown[] = value;
    if (items.length <= maxLength) {
      for (const [index, item] of items.entries()) visit(item, [...path, index]);
      return;
    }
    const all = items.splice(0);
    // A list comes before those within its items.
    lists.push({ path, items: all });
    for (const [index, item] of all.entries()) visit(item, [...path, index]);
  };
  visit(document, []);
  return { document, lists };
}

/** The list at a path, once the lists before it have been put back. */
export function listAt(document: unknown, path: Path): unknown[] {
  let value = document;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  if (!Array.isArray(value)) throw new Error('there is no list at this place');
  return value;
}
