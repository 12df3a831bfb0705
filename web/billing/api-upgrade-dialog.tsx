import { useQuery } from '@tanstack/react-query';
import { tierForApi } from '#contract/plans.ts';
import { plansQuery } from './queries.ts';
import { UpgradePrompt } from './upgrade-prompt.tsx';

/** Says which plan has API access. */
export function ApiUpgradeDialog({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(plansQuery());
  const needed = data?.plans.find(({ tier }) => tier === tierForApi());
  return (
    <UpgradePrompt
      title={needed ? `API access is part of ${needed.name}` : 'API access'}
      needed={needed}
      now="Your own programs use your account with API keys."
      isError={isError}
      onClose={onClose}
    />
  );
}
