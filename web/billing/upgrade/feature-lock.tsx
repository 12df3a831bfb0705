import type { PlanFeature } from '#contract/plans.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';

const dialog = lazyModule(() => import('./feature-dialog.tsx'));
const overlayOf = (feature: PlanFeature) => `feature-${feature}`;

/** Says which plan has a feature; a `FeatureLock` of it has to be on the page. */
export function openFeatureLock(feature: PlanFeature): void {
  openOverlay(overlayOf(feature));
}

/** Starts loading what `openFeatureLock` shows: a pointer is on its way. */
export function prepareFeatureLock(): void {
  dialog.load().catch(() => {});
}

/** The place of the dialog about a locked feature. */
export function FeatureLock({ feature }: { feature: PlanFeature }) {
  return (
    <LazyOverlay name={overlayOf(feature)} module={dialog}>
      {({ FeatureDialog }, onClose) => <FeatureDialog feature={feature} onClose={onClose} />}
    </LazyOverlay>
  );
}
