import type { PlanFeature } from '#contract/plans.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';

const dialog = lazyModule(() => import('./feature-dialog.tsx'));

/** Opens the dialog that says which plan has a feature. Needs its `FeatureLock` on the page. */
export function openFeatureLock(feature: PlanFeature): void {
  openOverlay({ name: 'feature', feature });
}

/** Starts loading what `openFeatureLock` shows, because the pointer is near. */
export function prepareFeatureLock(): void {
  dialog.load().catch(() => {});
}

/** Renders the dialog about a locked feature while it is open. */
export function FeatureLock({ feature }: { feature: PlanFeature }) {
  const open = useOverlay();
  if (open?.name !== 'feature' || open.feature !== feature) return null;
  return (
    <LazyOverlay name="feature" module={dialog}>
      {({ FeatureDialog }, onClose) => <FeatureDialog feature={feature} onClose={onClose} />}
    </LazyOverlay>
  );
}
