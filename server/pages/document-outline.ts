/** Stands for all elements of a document with the same name, classes, attributes and ancestors. */
export interface OutlineElement {
  readonly name: string;
  readonly classes: ReadonlySet<string>;
  /** The kept attributes, each as `name`, and also as `name=value` if its value is kept. */
  readonly attributes: ReadonlySet<string>;
  /** Null for the root element. */
  readonly parent: OutlineElement | null;
  readonly children: ReadonlyMap<string, OutlineElement>;
}

export interface DocumentOutline {
  /** Equal for documents with the same outline, whatever their text and their other attributes. */
  readonly signature: string;
  readonly all: readonly OutlineElement[];
  readonly byClass: ReadonlyMap<string, readonly OutlineElement[]>;
}

/** Elements without an end tag. */
const voidElements = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** `names`: the attributes to keep. `values`: those whose value is kept too, as `name=value`. */
export interface AttributesToKeep {
  readonly names: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

interface Growing extends OutlineElement {
  readonly parent: Growing | null;
  readonly children: Map<string, Growing>;
}

interface Tag extends Pick<OutlineElement, 'name' | 'classes' | 'attributes'> {
  /** Equal for tags that are merged. */
  readonly key: string;
}

/**
 * Outlines HTML as React writes it: quoted attributes with both angle brackets escaped, and all end tags present.
 * Elements that differ only in attributes that are not kept are merged.
 */
export function outlineDocument(html: string, kept: AttributesToKeep): DocumentOutline {
  const roots = new Map<string, Growing>();
  const all: Growing[] = [];
  const byClass = new Map<string, Growing[]>();
  const known = new Map<string, Tag>();
  // Most tags of a document repeat.
  const readTag = (tag: string, name: string): Tag => {
    const old = known.get(tag);
    if (old) return old;
    const { classes, attributes } = readAttributes(tag.slice(name.length), kept);
    const key = [name, ...[...classes].sort(), '', ...[...attributes].sort()].join(' ');
    const read = { key, name, classes, attributes };
    known.set(tag, read);
    return read;
  };
  const add = (tag: Tag, parent: Growing | null): Growing => {
    const siblings = parent?.children ?? roots;
    const same = siblings.get(tag.key);
    if (same) return same;
    const { name, classes, attributes } = tag;
    const element: Growing = { name, classes, attributes, parent, children: new Map() };
    siblings.set(tag.key, element);
    all.push(element);
    for (const one of element.classes) {
      const others = byClass.get(one);
      if (others) others.push(element);
      else byClass.set(one, [element]);
    }
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
    const element = add(readTag(part.slice(0, part.indexOf('>')), name), open);
    if (!voidElements.has(name)) open = element;
  }
  return { signature: sign(roots), all, byClass };
}

/** Elements in the order of their keys, because the order of siblings is ignored. */
function sign(siblings: ReadonlyMap<string, OutlineElement>): string {
  const signed = [...siblings].map(([key, { children }]) => `<${key}>${sign(children)}`);
  return `${signed.sort().join('')}</>`;
}

const attribute = /([\w:-]+)(?:="([^"]*)")?/g;

function readAttributes(text: string, kept: AttributesToKeep) {
  const classes = new Set<string>();
  const attributes = new Set<string>();
  for (const [, name = '', value = ''] of text.matchAll(attribute)) {
    if (name === 'class') for (const one of value.split(' ')) classes.add(one);
    else if (kept.names.has(name)) attributes.add(name);
    if (kept.values.has(`${name}=${value}`)) attributes.add(`${name}=${value}`);
  }
  return { classes, attributes };
}
