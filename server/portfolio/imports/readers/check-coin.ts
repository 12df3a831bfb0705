import { currencySchema } from '#contract/ledger/settings.ts';
import { coinIdSchema } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { draftLimits } from '../drafts/draft-limits.ts';
import { RowError } from './row-error.ts';
import { cutText } from './values/cut-text.ts';
import { isMoney } from './values/money.ts';

/** A cell may have millions of characters, and a ticker is repeated in questions and messages. */
const quote = (text: string) => `“${cutText(text, 40)}”`;

/** Returns a coin's ticker, name and id. Throws a `RowError` if one is longer than `draftLimits` or the id is invalid. */
export function checkCoin(ticker: string, name: string | null, coinId: CoinId | null) {
  if (coinId === null) checkTicker(ticker);
  else if (ticker.length > draftLimits.maxCoinIdLength || !coinIdSchema.safeParse(coinId).success)
    throw new RowError(`${quote(coinId)} is not the id of a coin`);
  if (name !== null && name.length > draftLimits.maxNameLength)
    throw new RowError(
      `The coin’s name ${quote(name)} has more than ${draftLimits.maxNameLength} characters`,
    );
  return { ticker, name, coinId };
}

/** Returns the ticker. Throws a `RowError` if it is longer than `draftLimits`. */
export function checkTicker(ticker: string): string {
  if (ticker.length <= draftLimits.maxTickerLength) return ticker;
  throw new RowError(`The ticker ${quote(ticker)} has more than ${draftLimits.maxTickerLength} characters`);
}

/** Returns a currency's code in upper case. Throws a `RowError` if it isn't one. */
export function checkCurrency(code: string): string {
  // Most cells have one of these.
  if (isMoney(code)) return code;
  const { data } = currencySchema.safeParse(code);
  if (data === undefined) throw new RowError(`${quote(code)} is not a currency`);
  return data;
}
