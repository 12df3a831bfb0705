import type { HistoryDays } from '#contract/market.ts';
import type { LimitType } from '#contract/plans.ts';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';

/*
 * The names of the dialogs about plans. Whatever of the site meets a limit opens them by these; the shell renders them.
 */
const limitPrefix = 'limit-';
const upgradePrefix = 'upgrade-';

/** Says that a limit of the plan is reached, and what the plans allow. */
export function openLimitDialog(limitType: LimitType): void {
  openOverlay(limitPrefix + limitType);
}

/** Says which plan has that span of price history. */
export function openUpgradePrompt(days: HistoryDays): void {
  openOverlay(upgradePrefix + days);
}

/** Starts loading the dialog of a locked range: a pointer is on its way. */
export function prepareUpgradePrompt(days: HistoryDays): void {
  prepareOverlay(upgradePrefix + days);
}

/** Which limit an overlay's name is about, if it is. */
export function limitOfOverlay(name: string): LimitType | null {
  return name.startsWith(limitPrefix) ? (name.slice(limitPrefix.length) as LimitType) : null;
}

/** Which span of days an overlay's name is about, if it is. */
export function historyOfOverlay(name: string): HistoryDays | null {
  if (!name.startsWith(upgradePrefix)) return null;
  const days = name.slice(upgradePrefix.length);
  return days === 'max' ? days : Number(days);
}
