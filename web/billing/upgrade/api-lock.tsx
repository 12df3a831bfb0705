import Lock from 'lucide-react/icons/lock';
import { getPlan, planFeatures } from '#contract/plans.ts';
import account from '#web/accounts/settings/account.module.css';
import button from '#web/ui/styles/button.module.css';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from './feature-lock.tsx';

const feature = 'apiAccess';

/** Replaces the API keys on plans without API access, and says which plan has it. */
export function ApiLock() {
  const { tier, line } = planFeatures[feature];
  return (
    <>
      <p className="small muted">
        {line} is part of {getPlan(tier).name}.
      </p>
      <button
        className={`${button.secondary} ${account.selfStart}`}
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={prepareFeatureLock}
        onClick={() => openFeatureLock(feature)}
      >
        <Lock className="icon iconSmall" aria-hidden="true" />
        Create API key
      </button>
      <FeatureLock feature={feature} />
    </>
  );
}
