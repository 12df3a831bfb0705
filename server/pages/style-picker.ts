import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { outlineDocument } from './document-outline.ts';
import { mayMatch, readSelector, type StyleSelector } from './style-selector.ts';

/*
 * Picks the part of the built stylesheets that a document's first paint needs. It is inlined in the document, while the
 * complete stylesheets load without blocking and are applied before the page becomes interactive.
 */

/** A statement, a group such as `@media`, or a rule. */
type StyleNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'group'; readonly prelude: string; readonly nodes: readonly StyleNode[] }
  | { readonly kind: 'rule'; readonly selectors: readonly StyleSelector[]; readonly body: string };

export type StyleTree = readonly StyleNode[];

/** Parses minified CSS without comments or nesting, as the build writes it. */
export function parseStyles(css: string): StyleTree {
  const nodes: StyleNode[] = [];
  for (let at = 0; at < css.length; ) {
    const end = findOutside(css, at, '{;');
    const prelude = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (prelude !== '') nodes.push({ kind: 'text', text: `${prelude};` });
      at = end + 1;
      continue;
    }
    const close = findClose(css, end + 1);
    nodes.push(toNode(prelude, css.slice(end + 1, close)));
    at = close + 1;
  }
  return nodes;
}

function toNode(prelude: string, body: string): StyleNode {
  if (/^@(?:media|layer|supports|container)\b/.test(prelude)) {
    return { kind: 'group', prelude, nodes: parseStyles(body) };
  }
  if (prelude.startsWith('@')) return { kind: 'text', text: `${prelude}{${body}}` };
  return { kind: 'rule', selectors: splitOutside(prelude, ',').map(readSelector), body };
}

/** The position of the next of these characters outside strings and brackets; the text's length if there is none. */
function findOutside(text: string, from: number, wanted: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"' || character === "'") at = text.indexOf(character, at + 1);
    else if (depth === 0 && wanted.includes(character)) return at;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    if (at < 0) break;
  }
  return text.length;
}

/** The end of the block that begins before `from`. */
function findClose(text: string, from: number): number {
  for (let at = from, depth = 1; ; at += 1) {
    at = findOutside(text, at, '{}');
    if (at >= text.length) return at;
    depth += text[at] === '{' ? 1 : -1;
    if (depth === 0) return at;
  }
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = findOutside(text, at, separator);
    parts.push(text.slice(at, end).trim());
    at = end + 1;
  }
  return parts;
}

/** Remembered picks of a page's stylesheets: its documents for different data seldom have more outlines. */
const maxOutlines = 8;

/**
 * Returns a function that picks the styles that a document needs for its first paint: rules that may match one of its
 * elements, except those for pointers and printing, and whatever these rules refer to. `marks`: the attributes that the
 * head's scripts may set on the root element before the first paint.
 */
export function createStylePicker(tree: StyleTree, marks: ReadonlySet<string>): (html: string) => string {
  const asked = new Set(listAttributes(tree));
  const kept = { names: new Set([...asked].map((one) => one.split('=', 1)[0]!)), values: asked };
  // Picking takes as long as rendering, and documents that differ only in their text need the same styles.
  const picks = new LRUCache<string, string>({ max: maxOutlines });
  return (html) => {
    const outline = outlineDocument(html, kept);
    const properties = listProperties(html);
    const key = hash('sha256', `${properties.join()} ${outline.signature}`);
    const known = picks.get(key);
    if (known !== undefined) return known;
    const isNeeded = (selector: StyleSelector) =>
      !selector.needsPointer && mayMatch(selector, outline, marks);
    const needed = dropUnused(write(tree, isNeeded), properties);
    // Some rules are empty now.
    const picked = write(parseStyles(needed), () => true);
    picks.set(key, picked);
    return picked;
  };
}

/** The custom properties that a text uses, each once, sorted. */
function listProperties(text: string): string[] {
  return [...new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))].sort();
}

/** The attributes that selectors ask for, as `name` or `name=value`. */
function listAttributes(nodes: StyleTree): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [];
    if (node.kind === 'group') return listAttributes(node.nodes);
    return node.selectors.flatMap(({ compounds }) => compounds.flatMap(({ attributes }) => attributes));
  });
}

function write(nodes: StyleTree, isNeeded: (selector: StyleSelector) => boolean): string {
  return nodes.map((node) => writeNode(node, isNeeded)).join('');
}

function writeNode(node: StyleNode, isNeeded: (selector: StyleSelector) => boolean): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'rule') {
    const selectors = node.selectors.filter(isNeeded).map(({ text }) => text);
    const body = dropTransitions(node.body);
    return body !== '' && selectors.length > 0 ? `${selectors.join(',')}{${body}}` : '';
  }
  if (node.prelude === '@media print' || isForTouch(node.prelude)) return '';
  const inner = write(node.nodes, isNeeded);
  // Keep empty layers, because their first mention determines their place in the cascade.
  return inner !== '' || node.prelude.startsWith('@layer') ? `${node.prelude}{${inner}}` : '';
}

/**
 * Whether a media query begins with `(pointer: coarse)`, as those do that enlarge touch targets invisibly. Those that
 * enlarge something visibly begin with a width instead, and are kept, so that nothing moves later.
 */
const isForTouch = (prelude: string) => /^@media\s*\(pointer:\s*coarse\)/.test(prelude);

/** Drops transitions: nothing changes before the full style sheets apply. */
function dropTransitions(body: string): string {
  return body.replace(/(?<=^|;)transition:[^;]*(?:;|$)/g, '');
}

/**
 * Drops custom properties and key frames that nothing uses. `properties`: those the document uses. Repeats, because one
 * may use another.
 */
function dropUnused(css: string, properties: readonly string[]): string {
  const used = new Set([...properties, ...listProperties(css)]);
  const rest = css
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (text, name) => (used.has(name) ? text : ''))
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (text, name) =>
      new RegExp(`animation[^;{}]*[: ,]${name}\\b`).test(css) ? text : '',
    );
  return rest === css ? css : dropUnused(rest, properties);
}
