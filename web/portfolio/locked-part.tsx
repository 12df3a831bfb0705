import Lock from 'lucide-react/icons/lock';
import { getPlan, type PlanFeature, planFeatures } from '#contract/plans.ts';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '#web/billing/upgrade/feature-lock.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from './portfolio.module.css';

interface LockedPartProps {
  feature: PlanFeature;
  /** The start of the sentence "… part of Pro.": `Returns by three measures are`. */
  what: string;
  /** The button's label: `Unlock returns`. */
  action: string;
}

/** Shown instead of a part that the user's plan doesn't include. */
export function LockedPart({ feature, what, action }: LockedPartProps) {
  const { name } = getPlan(planFeatures[feature].tier);
  return (
    <div className={styles.locked}>
      <p className="muted">
        {what} part of {name}.
      </p>
      <button
        type="button"
        className={button.secondary}
        aria-haspopup="dialog"
        onPointerEnter={prepareFeatureLock}
        onClick={() => openFeatureLock(feature)}
      >
        <Lock className="icon" aria-hidden="true" />
        {action}
      </button>
      <FeatureLock feature={feature} />
    </div>
  );
}
