/*
 * The plan table: the only source of all prices, limits, features and history ranges shown or enforced. It imports only
 * types, so that the browser can use it; the schemas are in `plan-schemas.ts`.
 */
import type { Cents } from './units.ts';

export const tiers = ['free', 'pro', 'premium'] as const;
export type Tier = (typeof tiers)[number];

/** The paid tiers. */
export const paidTiers = ['pro', 'premium'] as const satisfies readonly Tier[];
export type PaidTier = (typeof paidTiers)[number];

/** How often a plan is billed. */
export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** The limits of a plan, by their names in `limit_reached` errors (`limitType`). */
export const limitTypes = ['watchlist', 'portfolio', 'alerts'] as const;
export type LimitType = (typeof limitTypes)[number];

/** How many items of each kind a plan allows; null: unlimited. */
export interface PlanLimits {
  readonly watchlist: number | null;
  readonly portfolios: number | null;
  readonly alerts: number | null;
}

/** Limits for an account on any plan, which keep one account from slowing down the others. */
export const accountMaximums = {
  watchlist: 5_000,
  portfolios: 1_000,
  holdings: 1_000,
  /** Per portfolio. */
  transactions: 100_000,
  transactionsOfAccount: 500_000,
  /** Per portfolio, besides `Main` and `Elsewhere`. */
  wallets: 500,
  /** Filed reports. */
  taxReports: 200,
  /** Total size as stored, that is, compressed. */
  taxReportBytes: 300 * 1024 * 1024,
  alerts: 10_000,
} as const;

/** The footnote below the plans: the limits of "unlimited". */
export const unlimitedFootnote = describeMaximums();

interface FeatureTerms {
  /** The lowest tier that includes it. */
  readonly tier: PaidTier;
  readonly line: string;
  /** The line in the feature list, if not `line`; it may combine several features. */
  readonly listed?: string;
}

const filesLine = 'CSV export and tax reports';

/** The features of paid plans. */
export const planFeatures = {
  portfolioAnalytics: { tier: 'pro', line: 'Advanced portfolio analytics' },
  csvExport: { tier: 'pro', line: 'CSV export', listed: filesLine },
  taxReports: { tier: 'pro', line: 'Tax reporting', listed: filesLine },
  ledgerInsight: { tier: 'pro', line: 'Cost-basis methods side by side, returns, ledger CSV' },
  prioritySupport: { tier: 'premium', line: 'Support' },
  apiAccess: { tier: 'premium', line: 'API access' },
} as const satisfies Record<string, FeatureTerms>;
export type PlanFeature = keyof typeof planFeatures;

export interface Plan {
  readonly tier: Tier;
  readonly name: string;
  readonly description: string;
  /** In US dollars per month, billed monthly. */
  readonly price: number;
  /** In US dollars per year, billed yearly. */
  readonly yearlyPrice: number;
  /** The saving of yearly billing over twelve months, in whole percent. */
  readonly savePercent: number;
  readonly features: readonly string[];
  readonly limits: PlanLimits;
  /** Days of price history; null: all. */
  readonly historyDays: number | null;
}

export const currency = 'USD';

/** Limits for visitors without an account. */
export const guest = { historyDays: 7 } as const;

interface PlanTerms extends Omit<Plan, 'savePercent' | 'features'> {
  /** The plan that this one includes. Its features are listed only there. */
  readonly base?: PlanTerms;
  readonly extras: readonly string[];
}

const free: PlanTerms = {
  tier: 'free',
  name: 'Free',
  description: 'To look around and start a first portfolio',
  price: 0,
  yearlyPrice: 0,
  extras: ['Top 100 coins', 'Basic charts'],
  limits: { watchlist: 10, portfolios: 1, alerts: 3 },
  historyDays: 7,
};

const pro: PlanTerms = {
  tier: 'pro',
  name: 'Pro',
  description: 'For people who hold more than a few coins',
  price: 9.99,
  yearlyPrice: 99,
  extras: ['Ad-free'],
  limits: { watchlist: null, portfolios: 5, alerts: null },
  historyDays: 365,
};

const premium: PlanTerms = {
  tier: 'premium',
  name: 'Premium',
  description: 'For those who build on the numbers',
  price: 29.99,
  yearlyPrice: 299,
  base: pro,
  extras: [],
  limits: { watchlist: null, portfolios: null, alerts: null },
  historyDays: null,
};

/** The three plans, cheapest first. */
export const plans: readonly Plan[] = [free, pro, premium].map(toPlan);

/** The plan of a tier. */
export function getPlan(tier: Tier): Plan {
  return plans.find((plan) => plan.tier === tier)!;
}

/** Whether a tier includes a feature. */
export function hasFeature(tier: Tier, feature: PlanFeature): boolean {
  return higherTier(tier, planFeatures[feature].tier) === tier;
}

/** The higher of two tiers. */
export function higherTier(one: Tier, other: Tier): Tier {
  return tiers.indexOf(one) < tiers.indexOf(other) ? other : one;
}

/** The amount of one payment, in US cents. */
export function centsOf(
  { price, yearlyPrice }: Pick<Plan, 'price' | 'yearlyPrice'>,
  period: BillingPeriod,
): Cents {
  return Math.round((period === 'yearly' ? yearlyPrice : price) * 100);
}

function toPlan({ base, extras, ...terms }: PlanTerms): Plan {
  const inherited = base ? describeTerms(base) : [];
  const own = [...extras, ...linesOf(terms.tier), ...describeTerms(terms)].filter(
    (line) => !inherited.includes(line),
  );
  const features = base ? [`Everything in ${base.name}`, ...own] : own;
  return { ...terms, savePercent: percentSavedByYear(terms), features };
}

/** The feature lines that are new in this tier. */
function linesOf(tier: Tier): string[] {
  const features = Object.values<FeatureTerms>(planFeatures).filter((feature) => feature.tier === tier);
  return [...new Set(features.map(({ line, listed = line }) => listed))];
}

function percentSavedByYear({ price, yearlyPrice }: Pick<Plan, 'price' | 'yearlyPrice'>): number {
  return price === 0 ? 0 : Math.round(100 - (yearlyPrice / (price * 12)) * 100);
}

function describeTerms({ limits, historyDays }: Pick<Plan, 'limits' | 'historyDays'>): string[] {
  return [
    describeHistory(historyDays),
    limits.watchlist === null ? 'Unlimited watchlist' : `Watchlist with ${limits.watchlist} items`,
    countOf(limits.portfolios, 'portfolio'),
    countOf(limits.alerts, 'price alert'),
  ];
}

function describeMaximums(): string {
  const { watchlist, portfolios, holdings, alerts } = accountMaximums;
  const format = (count: number) => count.toLocaleString('en-US');
  return `Unlimited means up to ${format(alerts)} alerts (including triggered ones), ${format(watchlist)} watched coins and ${format(portfolios)} portfolios of ${format(holdings)} positions per account.`;
}

function describeHistory(days: number | null): string {
  // Rarely all time; charts show where it begins.
  if (days === null) return 'All price history on record';
  return days === 365 ? '1 year of history' : `${days} days of history`;
}

function countOf(limit: number | null, thing: string): string {
  if (limit === 1) return `1 ${thing}`;
  return `${limit ?? 'Unlimited'} ${thing}s`;
}
