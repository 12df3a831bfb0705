/** Why a plan is offered, in the order in which it is asked. */
export const upgradeReasons = ['time_spent', 'feature_locked', 'limit_reached'] as const;
export type UpgradeReason = (typeof upgradeReasons)[number];

/** How somebody has used the site. */
export interface Stay {
  /** Seconds since the site was loaded. */
  readonly seconds: number;
  /** How often this browser has loaded the site, this time included. */
  readonly visits: number;
  /** How often the route has changed since then. */
  readonly pageViews: number;
}

/** After more than so many seconds a rule may hold for the first time. */
export const offerTimes = { returning: 30, long: 120 } as const;

/** The first rule that holds, if any does. */
export function findUpgradeReason({ seconds, visits, pageViews }: Stay): UpgradeReason | null {
  if (seconds > offerTimes.returning && visits >= 2) return 'time_spent';
  if (seconds > offerTimes.long) return 'feature_locked';
  return pageViews >= 3 ? 'limit_reached' : null;
}
