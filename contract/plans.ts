/*
 * The one plan table. Every price, limit, feature and history range that is shown or enforced anywhere comes from
 * it. It imports nothing, so that the browser can take its values; schemas stand in `plan-schemas.ts`.
 */

export const tiers = ['free', 'pro', 'premium'] as const;
export type Tier = (typeof tiers)[number];

/** What can be paid for. */
export const paidTiers = ['pro', 'premium'] as const satisfies readonly Tier[];
export type PaidTier = (typeof paidTiers)[number];

/** How often a plan is paid. */
export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** What a plan counts, by the name that a refusal gives it (`limitType`). */
export const limitTypes = ['watchlist', 'portfolio', 'alerts'] as const;
export type LimitType = (typeof limitTypes)[number];

/** How many of each a plan allows; null: as many as wanted. */
export interface PlanLimits {
  readonly watchlist: number | null;
  readonly portfolios: number | null;
  readonly alerts: number | null;
}

/** What is a plan's to do or not: the lowest tier that may, and the line that promises it. */
export const planFeatures = {
  portfolioAnalytics: { tier: 'pro', line: 'Advanced portfolio analytics' },
  csvExport: { tier: 'pro', line: 'CSV export' },
  apiAccess: { tier: 'premium', line: 'API access' },
} as const satisfies Record<string, { readonly tier: PaidTier; readonly line: string }>;
export type PlanFeature = keyof typeof planFeatures;

export interface Plan {
  readonly tier: Tier;
  readonly name: string;
  readonly description: string;
  /** US dollars a month, paid monthly. */
  readonly price: number;
  /** US dollars a year, paid yearly. */
  readonly yearlyPrice: number;
  /** What paying yearly saves against twelve months, in whole percent. */
  readonly savePercent: number;
  readonly features: readonly string[];
  readonly limits: PlanLimits;
  /** How many days of price history can be seen; null: all there is. */
  readonly historyDays: number | null;
}

export const currency = 'USD';

/** What visitors without an account may see. */
export const guest = { historyDays: 7 } as const;

interface PlanTerms extends Omit<Plan, 'savePercent' | 'features'> {
  /** The plan that all of is in this one: what is the same there is not said again. */
  readonly base?: PlanTerms;
  readonly extras: readonly string[];
}

const free: PlanTerms = {
  tier: 'free',
  name: 'Free',
  description: 'For looking, and for a first portfolio',
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
  extras: ['Support'],
  limits: { watchlist: null, portfolios: null, alerts: null },
  historyDays: null,
};

/** The three plans, the cheapest first. */
export const plans: readonly Plan[] = [free, pro, premium].map(toPlan);

/** The plan of a tier. */
export function getPlan(tier: Tier): Plan {
  return plans.find((plan) => plan.tier === tier)!;
}

/** Whether a tier may do what is some plans' only. */
export function hasFeature(tier: Tier, feature: PlanFeature): boolean {
  return higherTier(tier, planFeatures[feature].tier) === tier;
}

/** The higher of two tiers. */
export function higherTier(one: Tier, other: Tier): Tier {
  return tiers.indexOf(one) < tiers.indexOf(other) ? other : one;
}

/** What a plan costs each time it is paid, in cents. */
export function centsOf(
  { price, yearlyPrice }: Pick<Plan, 'price' | 'yearlyPrice'>,
  period: BillingPeriod,
): number {
  return Math.round((period === 'yearly' ? yearlyPrice : price) * 100);
}

function toPlan({ base, extras, ...terms }: PlanTerms): Plan {
  const said = base ? describeTerms(base) : [];
  const own = [...extras, ...linesOf(terms.tier), ...describeTerms(terms)].filter(
    (line) => !said.includes(line),
  );
  const features = base ? [`Everything in ${base.name}`, ...own] : own;
  return { ...terms, savePercent: percentSavedByYear(terms), features };
}

/** The lines of the features that begin with this plan. */
function linesOf(tier: Tier): string[] {
  return Object.values(planFeatures)
    .filter((feature) => feature.tier === tier)
    .map(({ line }) => line);
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

function describeHistory(days: number | null): string {
  if (days === null) return 'All-time history';
  return days === 365 ? '1 year of history' : `${days} days of history`;
}

function countOf(limit: number | null, thing: string): string {
  if (limit === 1) return `1 ${thing}`;
  return `${limit ?? 'Unlimited'} ${thing}s`;
}
