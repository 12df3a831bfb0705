import type { Plan } from '#contract/plans.ts';
import { paths } from '#web/lib/paths.ts';
import { firstMonthPrice, formatPlanPrice } from '../plans/plan-words.ts';
import type { UpgradeReason } from './upgrade-reason.ts';

/** The content of the upgrade popup. */
export interface UpgradeOffer {
  readonly type: UpgradeReason;
  readonly message: string;
  readonly urgency: 'medium' | 'high';
  /** The offered plan. */
  readonly plan: Plan;
  /** Its price, and the regular price if that differs. */
  readonly value: string;
  readonly cta: string;
  /** The path that `cta` leads to. */
  readonly to: string;
}

interface OfferTerms {
  readonly pro: Plan;
  readonly premium: Plan;
  /** Whether this user gets the first month at half price. */
  readonly hasFirstMonth: boolean;
}

/** The offer for a reason. Makes only claims that are true for these plans and this installation. */
export function describeUpgrade(
  type: UpgradeReason,
  { pro, premium, hasFirstMonth }: OfferTerms,
): UpgradeOffer {
  const saved = yearlySaving(premium);
  if (type === 'time_spent' && hasFirstMonth) return firstMonthOffer(pro);
  if (type !== 'feature_locked' || saved < 1) return monthlyOffer(type, pro);
  return {
    type,
    message: `Save ${formatPlanPrice(saved)}/year with annual plan`,
    urgency: 'medium',
    plan: premium,
    value: `${premium.name} for a year: ${formatPlanPrice(premium.yearlyPrice)} instead of ${formatPlanPrice(yearOfMonths(premium))}`,
    cta: `Get ${premium.name}`,
    to: `${paths.subscribe}?plan=${premium.tier}&period=yearly`,
  };
}

function firstMonthOffer(pro: Plan): UpgradeOffer {
  return {
    type: 'time_spent',
    message: '50% off the first month',
    urgency: 'medium',
    plan: pro,
    value: `${pro.name}: ${formatPlanPrice(firstMonthPrice(pro))} instead of ${formatPlanPrice(pro.price)}, then ${formatPlanPrice(pro.price)}/month`,
    cta: `Get ${pro.name}`,
    to: `${paths.subscribe}?plan=${pro.tier}`,
  };
}

function monthlyOffer(type: UpgradeReason, pro: Plan): UpgradeOffer {
  return {
    type,
    message: `Only ${formatPlanPrice(pro.price)}/month`,
    urgency: type === 'limit_reached' ? 'high' : 'medium',
    plan: pro,
    value: `${pro.name}. Cancel at any time.`,
    cta: `Get ${pro.name}`,
    to: `${paths.subscribe}?plan=${pro.tier}`,
  };
}

/** What a year saves compared with twelve months, in whole US dollars, rounded down. */
function yearlySaving(plan: Plan): number {
  return Math.floor(yearOfMonths(plan) - plan.yearlyPrice);
}

function yearOfMonths({ price }: Plan): number {
  return (cents(price) * 12) / 100;
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
