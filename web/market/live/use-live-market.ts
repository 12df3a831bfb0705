import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyModule } from '#web/lib/lazy-module.ts';
import type { StreamState } from '#web/lib/stream/stream-events.ts';
import { useLazyEffect } from '#web/lib/use-lazy-effect.ts';
import type { LiveFigures } from './live-caches.ts';

export type LiveState = 'off' | StreamState;

const liveMarket = lazyModule(() => import('./live-market.ts'));

/** While on, keeps cached figures up to date from the market's stream. Returns the connection's state. */
export function useLiveMarket(figures: LiveFigures, isOn = true): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useLazyEffect(liveMarket, { isOn, key: figures }, ({ followMarket }) =>
    followMarket(queryClient, figures, setState),
  );
  return isOn ? state : 'off';
}
