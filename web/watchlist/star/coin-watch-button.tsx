import { useCallback } from 'react';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { redirectWithToast } from '#web/ui/overlay/redirect-with-toast.ts';
import { useStar } from './use-star.ts';
import { WatchButton } from './watch-button.tsx';

const pricingDelayMs = 2000;

interface CoinWatchButtonProps {
  coin: { readonly id: string; readonly symbol: string; readonly name: string };
}

/** The watch button of a coin's own page. Redirects to the pricing page if the user's plan allows no more coins. */
export function CoinWatchButton({ coin: { id, symbol, name } }: CoinWatchButtonProps) {
  const navigate = useNavigate();
  const onLimit = useCallback(
    () =>
      redirectWithToast({
        toast: {
          title: 'Watchlist Limit Reached',
          description: 'Upgrade to Pro for unlimited watchlist items. Click here to view pricing.',
          variant: 'destructive',
          to: paths.pricing,
        },
        to: paths.pricing,
        delay: pricingDelayMs,
        navigate: (to) => navigate(to),
      }),
    [navigate],
  );
  const { watchedIds, press } = useStar(onLimit);
  return <WatchButton isWatched={watchedIds.has(id)} onPress={() => press({ coinId: id, symbol, name })} />;
}
