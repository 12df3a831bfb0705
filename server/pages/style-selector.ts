import type { DocumentOutline, OutlineElement } from './document-outline.ts';

/** The requirements on one element. The only pseudo-class it reads is `:disabled`; all others are assumed to match. */
interface Compound {
  readonly element: string | null;
  readonly classes: readonly string[];
  /** As `name` or `name=value`, including the id. */
  readonly attributes: readonly string[];
  /** Where this element is, relative to the compound on its right; null for the last one. */
  readonly place: 'ancestor' | 'parent' | 'sibling' | null;
}

export interface StyleSelector {
  readonly text: string;
  /** From right to left. */
  readonly compounds: readonly Compound[];
  /** Whether it depends on a pointer, such as `:hover`. */
  readonly needsPointer: boolean;
}

/** Ignores the arguments of `:not()`, `:is()` and the like, so such a selector may match too much. */
export function readSelector(text: string): StyleSelector {
  const plain = dropParentheses(text).trim();
  const compounds: Compound[] = [];
  let compound = '';
  for (const [part] of plain.matchAll(/\[[^[\]]*\]|[>+~\s]+|[^[\]>+~\s]+/g)) {
    if (!/^[>+~\s]/.test(part)) {
      compound += part;
      continue;
    }
    compounds.unshift(readCompound(compound, placeOf(part)));
    compound = '';
  }
  compounds.unshift(readCompound(compound, null));
  return { text, compounds, needsPointer: /:(?:hover|active)\b/.test(plain.replace(/\[[^[\]]*\]/g, '')) };
}

function placeOf(combinator: string): Compound['place'] {
  if (/[+~]/.test(combinator)) return 'sibling';
  return combinator.includes('>') ? 'parent' : 'ancestor';
}

function readCompound(text: string, place: Compound['place']): Compound {
  const attributes = [...text.matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => readAttribute(inner!));
  const names = text.replace(/\[[^[\]]*\]/g, '');
  const id = /#([\w-]+)/.exec(names)?.[1];
  return {
    element: /^[a-z][a-z\d]*/i.exec(names)?.[0] ?? null,
    classes: [...names.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!),
    attributes: [
      ...attributes,
      ...(id === undefined ? [] : [`id=${id}`]),
      ...(/:disabled\b/.test(names) ? ['disabled'] : []),
    ],
    place,
  };
}

/** `name="value"` without quotes; for other comparisons, such as `name^=…`, only the name. */
function readAttribute(inner: string): string {
  const name = /^[\w-]+/.exec(inner)?.[0] ?? '';
  return inner[name.length] === '=' ? inner.replaceAll(/["']/g, '') : name;
}

function dropParentheses(text: string): string {
  let depth = 0;
  let plain = '';
  for (const character of text) {
    if (character === ')') depth -= 1;
    if (depth === 0 && character !== ')') plain += character === '(' ? '' : character;
    if (character === '(') depth += 1;
  }
  return plain;
}

/**
 * Whether the selector may match an element of a document. `marks`: the attributes that scripts may set on the root
 * element. The order of siblings is ignored.
 */
export function mayMatch(
  { compounds: [styled, ...around] }: StyleSelector,
  outline: DocumentOutline,
  marks: ReadonlySet<string>,
): boolean {
  if (!styled) return true;
  const meets = (element: OutlineElement, { element: name, classes, attributes }: Compound) =>
    (name === null || element.name === name) &&
    classes.every((one) => element.classes.has(one)) &&
    attributes.every(
      (one) => element.attributes.has(one) || (element.parent === null && marks.has(one.split('=', 1)[0]!)),
    );
  const isPlaced = (element: OutlineElement, [compound, ...others]: readonly Compound[]): boolean => {
    if (!compound) return true;
    return listAt(compound.place, element).some((other) => meets(other, compound) && isPlaced(other, others));
  };
  const [firstClass] = styled.classes;
  const candidates = firstClass === undefined ? outline.all : (outline.byClass.get(firstClass) ?? []);
  return candidates.some((element) => meets(element, styled) && isPlaced(element, around));
}

/** The elements at a place relative to another. */
function listAt(place: Compound['place'], { parent }: OutlineElement): readonly OutlineElement[] {
  if (parent === null) return [];
  if (place === 'parent') return [parent];
  if (place === 'sibling') return [...parent.children.values()];
  const ancestors = [parent];
  for (let above = parent.parent; above; above = above.parent) ancestors.push(above);
  return ancestors;
}
