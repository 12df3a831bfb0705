/** Why a plan is offered, in the order of the rules. */
export const upgradeReasons = ['time_spent', 'feature_locked', 'limit_reached'] as const;
export type UpgradeReason = (typeof upgradeReasons)[number];

/** How the site has been used. */
export interface SiteUse {
  /** Seconds since the site was loaded. */
  readonly seconds: number;
  /** How often this browser has loaded the site, including now. */
  readonly visits: number;
  /** How often the route has changed since the site was loaded. */
  readonly pageViews: number;
}

/** The seconds after which a rule can first apply. */
export const offerTimes = { returning: 30, long: 120 } as const;

/** The first rule that applies, if any. */
export function findUpgradeReason({ seconds, visits, pageViews }: SiteUse): UpgradeReason | null {
  if (seconds > offerTimes.returning && visits >= 2) return 'time_spent';
  if (seconds > offerTimes.long) return 'feature_locked';
  return pageViews >= 3 ? 'limit_reached' : null;
}
