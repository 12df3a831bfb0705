import { LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan } from '#contract/plans.ts';
import { paths } from '../lib/paths.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { formatPlanPrice } from './plan-words.ts';
import './plans.css';

interface UpgradePromptProps {
  title: string;
  /** The plan that has what was asked for; undefined while it is not known. */
  needed: Plan | undefined;
  /** What there is without it, a sentence. */
  now?: ReactNode;
  isError: boolean;
  onClose: () => void;
}

/** Says what a plan costs and has, and leads to the plans. */
export function UpgradePrompt({ title, needed, now, isError, onClose }: UpgradePromptProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogClose label="Close" />
      <div className="dialog-b">
        {needed && (
          <>
            <p className="muted">
              {now} {needed.name} costs {formatPlanPrice(needed.price)} a month, or{' '}
              {formatPlanPrice(needed.yearlyPrice)} a year.
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
        {!needed && !isError && <span className="sk plan-adds" aria-hidden="true" />}
        {!needed && isError && (
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
