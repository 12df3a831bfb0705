/** Stands for all elements of a document with the same name, classes, attributes and ancestors. */
export interface OutlineElement {
  readonly name: string;
  readonly classes: ReadonlySet<string>;
  /** Each as both `name` and `name=value`. */
  readonly attributes: ReadonlySet<string>;
  /** Null for the root element. */
  readonly parent: OutlineElement | null;
  readonly children: ReadonlyMap<string, OutlineElement>;
}

export interface DocumentOutline {
  readonly all: readonly OutlineElement[];
  readonly byClass: ReadonlyMap<string, readonly OutlineElement[]>;
}

/** Elements without an end tag. */
const voidElements = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

interface Growing extends OutlineElement {
  readonly parent: Growing | null;
  readonly children: Map<string, Growing>;
}

/**
 * Outlines HTML as React writes it: quoted attributes with both angle brackets escaped, and all end tags present.
 * `attributeNames`: the attributes to keep.
 */
export function outlineDocument(html: string, attributeNames: ReadonlySet<string>): DocumentOutline {
  const all: Growing[] = [];
  const byClass = new Map<string, Growing[]>();
  const add = (key: string, name: string, text: string, parent: Growing | null): Growing => {
    const known = parent?.children.get(key);
    if (known) return known;
    const element: Growing = { name, ...readAttributes(text, attributeNames), parent, children: new Map() };
    parent?.children.set(key, element);
    all.push(element);
    for (const one of element.classes) byClass.set(one, [...(byClass.get(one) ?? []), element]);
    return element;
  };
  let open = null as Growing | null;
  // Safe, because attributes have both angle brackets escaped.
  for (const part of html.split('<').slice(1)) {
    if (part.startsWith('/')) {
      open = open?.parent ?? null;
      continue;
    }
    const name = /^[a-z][a-z\d]*/i.exec(part)?.[0] ?? '';
    // A comment or doctype.
    if (name === '') continue;
    const text = part.slice(name.length, part.indexOf('>'));
    const key = name + keepNamed(text, attributeNames);
    const element = add(key, name, text, open);
    if (!voidElements.has(name)) open = element;
  }
  return { all, byClass };
}

const attribute = /([\w:-]+)(?:="([^"]*)")?/g;

/** Drops other attributes, so that elements that differ only in those are merged. */
function keepNamed(text: string, attributeNames: ReadonlySet<string>): string {
  return text.replace(attribute, (whole, name) =>
    name === 'class' || attributeNames.has(name) ? whole : '',
  );
}

function readAttributes(text: string, attributeNames: ReadonlySet<string>) {
  const classes = new Set<string>();
  const attributes = new Set<string>();
  for (const [, name = '', value = ''] of text.matchAll(attribute)) {
    if (name === 'class') for (const one of value.split(' ')) classes.add(one);
    else if (attributeNames.has(name)) attributes.add(name).add(`${name}=${value}`);
  }
  return { classes, attributes };
}
