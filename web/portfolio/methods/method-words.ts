import type { MatchRule } from '#contract/ledger/figures.ts';
import type { Method, Scope } from '#contract/ledger/settings.ts';

/** The names of the methods, in display order. */
export const methodNames: Readonly<Record<Method, string>> = {
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  hifo: 'Highest cost first',
  average: 'Average cost',
  specific: 'Lots you name',
  uk: 'Share pooling (UK)',
};

/** What each method does, as a short note. */
export const methodRules: Readonly<Record<Method, string>> = {
  fifo: 'The oldest lot goes first',
  lifo: 'The newest lot goes first',
  hifo: 'The most expensive lot goes first',
  average: 'One pool per coin',
  specific: 'The rest goes first in, first out',
  uk: 'Same day, then 30 days, then the pool',
};

/** The names of the scopes, as options of “Lots are matched”. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  portfolio: 'Across the whole portfolio',
  wallet: 'Separately for each wallet',
};

/** The name as used within a sentence: `by first in, first out`. */
export const inSentence = (method: Method) =>
  method === 'uk' ? 'share pooling (UK)' : methodNames[method].toLowerCase();

/** The names of the rules by which a disposal is matched with a lot. */
export const ruleNames: Readonly<Record<MatchRule, string>> = {
  lot: 'Lot',
  pool: 'Pool',
  same_day: 'Same day',
  thirty_days: '30 days',
  none: 'No lot',
};

/** In display order. */
export const methodList = Object.keys(methodNames) as Method[];
