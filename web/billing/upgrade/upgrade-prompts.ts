import type { HistoryDays } from '#contract/market.ts';
import type { LimitType } from '#contract/plans.ts';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';

/** Shows that a plan limit is reached, and what the other plans allow. */
export function openLimitDialog(limitType: LimitType): void {
  openOverlay({ name: 'limit', limitType });
}

/** Shows which plan includes a range of price history. */
export function openUpgradePrompt(days: HistoryDays): void {
  openOverlay({ name: 'upgrade', days });
}

/** Preloads the dialog of a locked range when a pointer approaches. */
export function prepareUpgradePrompt(days: HistoryDays): void {
  prepareOverlay({ name: 'upgrade', days });
}
