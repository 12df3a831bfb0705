import { useQuery } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import type { HistoryDays } from '#contract/market.ts';
import { useFreshUser } from '../accounts/use-fresh-user.ts';
import { paths } from '../lib/paths.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { planForHistory } from './plan-for-history.ts';
import { describeHistory, formatPlanPrice } from './plan-words.ts';
import { plansQuery } from './queries.ts';
import { useOwnPlan } from './use-own-plan.ts';
import './plans.css';

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
  return (
    <Dialog title={needed ? `${wanted} is part of ${needed.name}` : wanted} onClose={onClose}>
      <DialogClose label="Close" />
      <div className="dialog-b">
        {data && needed && (
          <>
            <p className="muted">
              {own ? `Your ${own.name} plan shows` : 'Without an account you see'}{' '}
              {describeHistory((own ?? data.guest).historyDays).toLowerCase()}. {needed.name} costs{' '}
              {formatPlanPrice(needed.price)} a month, or {formatPlanPrice(needed.yearlyPrice)} a year.
            </p>
            <ul className="plan-adds">
              {needed.features.map((feature) => (
                <li key={feature}>
                  <LockOpen className="i i-14" aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
          </>
        )}
        {!data && !isError && <span className="sk plan-adds" aria-hidden="true" />}
        {!data && isError && (
          <p role="alert">The plans could not be loaded. They stand on the pricing page.</p>
        )}
      </div>
      <div className="dialog-f">
        <button type="button" className="btn btn-secondary" onClick={onClose}>
          Cancel
        </button>
        <Link className="btn btn-primary" to={paths.pricing} onClick={onClose}>
          Upgrade Now
        </Link>
      </div>
    </Dialog>
  );
}
