import { useQuery } from '@tanstack/react-query';
import type { HistoryDays } from '#contract/market.ts';
import { useFreshUser } from '../accounts/use-fresh-user.ts';
import { planForHistory } from './plan-for-history.ts';
import { describeHistory } from './plan-words.ts';
import { plansQuery } from './queries.ts';
import { UpgradePrompt } from './upgrade-prompt.tsx';
import { useOwnPlan } from './use-own-plan.ts';

interface UpgradeDialogProps {
  /** The span of price history that was asked for. */
  days: HistoryDays;
  onClose: () => void;
}

/** Says which plan has the price history that was asked for. */
export function UpgradeDialog({ days, onClose }: UpgradeDialogProps) {
  const { data, isError } = useQuery(plansQuery());
  useFreshUser();
  const own = useOwnPlan();
  const needed = data && planForHistory(data.plans, days);
  const wanted = describeHistory(days === 'max' ? null : days);
  const seen = data && describeHistory((own ?? data.guest).historyDays).toLowerCase();
  return (
    <UpgradePrompt
      title={needed ? `${wanted} is part of ${needed.name}` : wanted}
      needed={needed}
      now={`${own ? `Your ${own.name} plan shows` : 'Without an account you see'} ${seen}.`}
      isError={isError}
      onClose={onClose}
    />
  );
}
