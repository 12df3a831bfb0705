import { type PlanFeature, planFeatures } from '#contract/plans.ts';
import { PlanOfferDialog } from '../plans/plan-offer-dialog.tsx';
import { describeOwnFeature } from './feature-words.ts';

interface FeatureDialogProps {
  /** The requested feature. */
  feature: PlanFeature;
  onClose: () => void;
}

/** Says which plan includes the requested feature. */
export function FeatureDialog({ feature, onClose }: FeatureDialogProps) {
  const { tier, line } = planFeatures[feature];
  return (
    <PlanOfferDialog
      wanted={line}
      findPlan={(plans) => plans.find((plan) => plan.tier === tier)}
      describeOwn={(own) => describeOwnFeature(own, feature)}
      onClose={onClose}
    />
  );
}
