import type { MatchRule } from '#contract/ledger/figures.ts';
import type { Method, Scope } from '#contract/ledger/settings.ts';

export const methodNames: Readonly<Record<Method, string>> = {
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  hifo: 'Highest cost first',
  average: 'Average cost',
  specific: 'Lots you name',
  uk: 'Share pooling (UK)',
};

export const methodRules: Readonly<Record<Method, string>> = {
  fifo: 'The oldest lot goes first',
  lifo: 'The newest lot goes first',
  hifo: 'The most expensive lot goes first',
  average: 'One pool per coin',
  specific: 'The rest follows first in, first out',
  uk: 'Same day, then 30 days, then the pool',
};

export const scopeNames: Readonly<Record<Scope, string>> = {
  portfolio: 'Over the whole portfolio',
  wallet: 'Separately for each wallet',
};

/** The name as used within a sentence: `by first in, first out`. */
export const inSentence = (method: Method) =>
  method === 'uk' ? 'share pooling (UK)' : methodNames[method].toLowerCase();

export const ruleNames: Readonly<Record<MatchRule, string>> = {
  lot: 'Lot',
  pool: 'Pool',
  same_day: 'Same day',
  thirty_days: '30 days',
  none: 'No lot',
};

/** In display order. */
export const methodList = Object.keys(methodNames) as Method[];
