import { LRUCache } from 'lru-cache';
import type { NumberStyle } from '#contract/currencies/number-style.ts';

const known = new LRUCache<string, NumberStyle>({ max: 500 });
const languageTag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;
const maxLength = 300;

/** The number style of the preferred language in an `Accept-Language` header; `en` if unknown. */
export function readNumberStyle(acceptLanguage: string | undefined): NumberStyle {
  const tag = preferredTag((acceptLanguage ?? '').slice(0, maxLength));
  if (!languageTag.test(tag)) return 'en';
  const key = tag.toLowerCase();
  const found = known.get(key) ?? (isLanguage(key) ? styleOf(key) : 'en');
  known.set(key, found);
  return found;
}

/** Tags such as `en-12` look like one, but have no meaning. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The tag with the highest weight; the first one of equals. */
function preferredTag(header: string): string {
  let [best, most] = ['', 0];
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (value > most) [best, most] = [tag, value];
  }
  return best;
}

function styleOf(tag: string): NumberStyle {
  const format = new Intl.NumberFormat(tag, {
    numberingSystem: 'latn',
    style: 'currency',
    currency: 'EUR',
  });
  const parts = format.formatToParts(12_345_678.5);
  const signOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  const [first] = parts.filter(({ type }) => type === 'integer').slice(-2);
  const isSymbolFirst = parts.findIndex(({ type }) => type === 'currency') === 0;
  if (signOf('decimal') === ',') {
    if (signOf('group') !== '.') return 'fr';
    return isSymbolFirst ? 'nl' : 'de';
  }
  if (/['’]/.test(signOf('group') ?? '')) return 'ch';
  return first?.value.length === 2 ? 'in' : 'en';
}
