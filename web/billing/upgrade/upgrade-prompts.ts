import type { HistoryDays } from '#contract/market.ts';
import type { LimitType } from '#contract/plans.ts';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';

/** Says that a limit of the plan is reached, and what the plans allow. */
export function openLimitDialog(limitType: LimitType): void {
  openOverlay({ name: 'limit', limitType });
}

/** Says which plan has that span of price history. */
export function openUpgradePrompt(days: HistoryDays): void {
  openOverlay({ name: 'upgrade', days });
}

/** Starts loading the dialog of a locked range: a pointer is on its way. */
export function prepareUpgradePrompt(days: HistoryDays): void {
  prepareOverlay({ name: 'upgrade', days });
}
