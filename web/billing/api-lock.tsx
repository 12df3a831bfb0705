import { Lock } from 'lucide-react';
import { getPlan, tierForApi } from '#contract/plans.ts';
import { lazyModule } from '../lib/lazy-module.ts';
import { LazyOverlay } from '../ui/lazy-overlay.tsx';
import { openOverlay } from '../ui/overlays.ts';

const dialogName = 'api-upgrade';
const dialog = lazyModule(() => import('./api-upgrade-dialog.tsx'));
const prepare = () => void dialog.load().catch(() => {});

/** Stands where API keys would be made, on plans without API access, and says which plan has it. */
export function ApiLock() {
  return (
    <>
      <p className="small muted">API access is part of {getPlan(tierForApi()).name}.</p>
      <button
        className="btn btn-secondary self-start"
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onClick={() => {
          prepare();
          openOverlay(dialogName);
        }}
      >
        <Lock className="i i-14" aria-hidden="true" />
        Make API Key
      </button>
      <LazyOverlay name={dialogName} module={dialog}>
        {({ ApiUpgradeDialog }, onClose) => <ApiUpgradeDialog onClose={onClose} />}
      </LazyOverlay>
    </>
  );
}
