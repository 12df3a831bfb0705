import { useQueryClient } from '@tanstack/react-query';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useLazyEffect } from '#web/lib/use-lazy-effect.ts';

const livePerformance = lazyModule(() => import('./follow-performance.ts'));

/** Keeps a portfolio's performance up to date with the market stream. */
export function useLivePerformance(portfolioId: string): void {
  const queryClient = useQueryClient();
  useLazyEffect(livePerformance, { isOn: true, key: portfolioId }, ({ followPerformance }) =>
    followPerformance(queryClient, portfolioId),
  );
}
