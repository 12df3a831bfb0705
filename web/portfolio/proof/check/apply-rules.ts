import { type Entry, type Fields, refuse } from './check-proof.ts';

/** Returns a function that converts an instant to its day in a time zone, such as `2025-01-01`. */
export function createDayOf(timeZone: string): (at: string) => string {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone });
  return (at) => clock.format(Date.parse(at));
}

const lotMethods = ['fifo', 'lifo', 'hifo', 'specific'];
interface Country {
  /** The methods that it allows, and its scope if it has only one. */
  readonly methods: readonly string[];
  readonly scope?: string;
  readonly giftIn?: 'market' | 'donor';
  readonly isGiftOutSold?: boolean;
}
const countries: Readonly<Record<string, Country>> = {
  GB: { methods: ['uk'], scope: 'portfolio', giftIn: 'market', isGiftOutSold: true },
  CA: { methods: ['adjusted_cost_base'], scope: 'portfolio', giftIn: 'market', isGiftOutSold: true },
  US: { methods: lotMethods, giftIn: 'donor' },
  DE: { methods: ['fifo'], scope: 'wallet', giftIn: 'donor' },
  FR: { methods: ['portfolio_share'], scope: 'portfolio' },
  generic: { methods: [...lotMethods, 'average', 'uk'] },
};
/**
 * From this day on in the United States, lots are kept by wallet, and a swap's fee is a cost of the coin given away.
 */
export const walletDay = '2025-01-01';

/** The rules by which a line was calculated, as named in the document. */
export interface Rules {
  readonly country: string;
  readonly timeZone: string;
}

/** Reads a proof's rules. Refuses a method or scope that the country doesn't allow. */
export function readRules({ rules, method, scope }: Fields): Rules {
  const { country, timeZone } = rules as Fields;
  const found = typeof country === 'string' && Object.hasOwn(countries, country) && countries[country];
  if (!found) return refuse(`there are no rules for ${country}`);
  if (!found.methods.includes(String(method)) || (found.scope ?? scope) !== scope)
    refuse(`${country} does not allow the method ${method} with the scope ${scope}`);
  return { country, timeZone: String(timeZone) };
}

/** Applies a country's rules to a transaction. `rule`: the one that changes how the transaction counts. */
export function applyRules(
  entry: Entry,
  { country, isSince2025 }: { country: string; isSince2025: boolean },
): { entry: Entry; rule: string | null } {
  const { giftIn, isGiftOutSold } = countries[country]!;
  const { type, value, acquiredAt, fee } = entry;
  if (type === 'gift_in' && giftIn === 'market')
    return { entry: { ...entry, value: null, acquiredAt: null }, rule: 'gift_in_market' };
  if (type === 'gift_in' && giftIn === 'donor' && value === null)
    return { entry: { ...entry, type: 'buy' }, rule: 'gift_in_donor' };
  if (type === 'gift_in' && giftIn === 'donor' && acquiredAt === null)
    return { entry, rule: 'gift_in_donor' };
  if (type === 'gift_out' && isGiftOutSold)
    return { entry: { ...entry, type: 'spend' }, rule: 'gift_out_market' };
  if (country === 'US' && type === 'swap' && fee !== null && isSince2025) return { entry, rule: 'swap_fee' };
  return { entry, rule: null };
}
