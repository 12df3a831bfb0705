import type { CoinId } from '#contract/units.ts';
import { coinAliases, everydayWords } from './coin-aliases.ts';

/** A coin that articles may mention. In lists, the largest market cap comes first. */
export interface KnownCoin {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** Finds the ids of the coins mentioned in a text, in order of appearance, each once. */
export type FindCoins = (text: string) => CoinId[];

interface Phrase {
  readonly words: readonly string[];
  readonly coinId: CoinId;
  /** Whether it identifies the coin without further words, because it is not a common word. */
  readonly isClear: boolean;
}

/** A word, or a symbol with its dollar sign, without a possessive 's. */
const word = /\$?[\p{L}\p{N}]+(?:[.'’&!+-](?!s\b)[\p{L}\p{N}]+)*/gu;
const splitWords = (text: string) => text.match(word) ?? [];

/** Words that make the word before them the name of a coin. */
const kinds = new Set(
  'blockchain network protocol foundation labs token tokens coin ecosystem mainnet chain dao holders'.split(
    ' ',
  ),
);

/**
 * A coin is identified by its full, capitalized name (`Bitcoin Cash` is not Bitcoin, `near` is not NEAR); by its symbol
 * with a dollar sign or in brackets; or by its bare symbol of three or more capitals. A name or symbol that is also a
 * common word counts only if followed by a word such as `network`, or as a symbol with a dollar sign. If several coins
 * share a name or symbol, the first is meant.
 */
export function createFindCoins(coins: readonly KnownCoin[]): FindCoins {
  const phrases = new Map<string, Phrase[]>();
  const coinIdBySymbol = new Map<string, string>();
  for (const { coinId, symbol, name } of coins) {
    const aliases = Object.hasOwn(coinAliases, coinId) ? coinAliases[coinId]! : [];
    for (const text of [name, ...aliases]) addPhrase(phrases, text, coinId);
    const capitals = symbol.toUpperCase();
    if (/^[\p{L}\p{N}]{2,}$/u.test(capitals) && !coinIdBySymbol.has(capitals))
      coinIdBySymbol.set(capitals, coinId);
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);

  function findAt(words: readonly string[], at: number, bracketed: ReadonlySet<string>) {
    const first = words[at]!;
    const phrase = phrases
      .get(first)
      ?.find((known) => known.words.every((part, offset) => words[at + offset] === part));
    if (phrase && (phrase.isClear || kinds.has(words[at + phrase.words.length]?.toLowerCase() ?? '')))
      return { coinId: phrase.coinId, length: phrase.words.length };
    const coinId = coinIdBySymbol.get(first.replace('$', ''));
    if (coinId === undefined) return undefined;
    const isMarked = first.startsWith('$') || bracketed.has(first);
    return isMarked || isClearSymbol(first) ? { coinId, length: 1 } : undefined;
  }

  return (text) => {
    const words = splitWords(text);
    const bracketed = new Set(
      [...text.matchAll(/\(\$?(\p{Lu}[\p{Lu}\p{N}]+)\)/gu)].map((match) => match[1]!),
    );
    const isAllCapitals = !/\p{Ll}/u.test(text);
    const found = new Set<string>();
    for (let at = 0; at < words.length; ) {
      const hit = isAllCapitals ? undefined : findAt(words, at, bracketed);
      if (hit) found.add(hit.coinId);
      at += hit?.length ?? 1;
    }
    return [...found];
  };
}

function addPhrase(phrases: Map<string, Phrase[]>, text: string, coinId: CoinId): void {
  const words = splitWords(text);
  const [first] = words;
  if (first === undefined) return;
  const list = phrases.get(first) ?? [];
  if (list.some((known) => known.words.join(' ') === words.join(' '))) return;
  const isClear = words.length > 1 || (first.length > 2 && !everydayWords.has(first.toLowerCase()));
  phrases.set(first, [...list, { words, coinId, isClear }]);
}

/** Letters only, so that `100` is not a coin. */
function isClearSymbol(symbol: string): boolean {
  return /^\p{Lu}{3,}$/u.test(symbol) && !everydayWords.has(symbol.toLowerCase());
}
