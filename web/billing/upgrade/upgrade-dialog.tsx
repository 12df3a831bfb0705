import type { HistoryDays } from '#contract/market.ts';
import { planForHistory } from '../plans/plan-for-history.ts';
import { PlanOfferDialog } from '../plans/plan-offer-dialog.tsx';
import { describeHistory } from '../plans/plan-words.ts';

interface UpgradeDialogProps {
  /** The requested days of price history. */
  days: HistoryDays;
  onClose: () => void;
}

/** Says which plan includes the requested price history. */
export function UpgradeDialog({ days, onClose }: UpgradeDialogProps) {
  return (
    <PlanOfferDialog
      wanted={describeHistory(days === 'max' ? null : days)}
      findPlan={(plans) => planForHistory(plans, days)}
      describeOwn={(own, guest) => {
        const shown = describeHistory((own ?? guest).historyDays).toLowerCase();
        return own ? `Your ${own.name} plan shows ${shown}.` : `Without an account you see ${shown}.`;
      }}
      onClose={onClose}
    />
  );
}
