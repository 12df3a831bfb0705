import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { type ChartView, readChartView, usualView, writeChartView } from './chart-view.ts';
import type { TimeWindow } from './time-window.ts';

/** A window goes into the address once it has been still for this long: ms. */
const settleMs = 250;

/** The view in the address, and how to change it. The server renders the usual one: it ignores search parameters. */
export function useChartView() {
  const [search, setSearch] = useSearchParams();
  const isHydrated = useAfterHydration();
  const address = search.toString();
  const [moving, setMoving] = useState<{ readonly address: string; readonly own: TimeWindow } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const own = moving?.address === address ? moving.own : null;
  const view = useMemo(() => {
    const read = isHydrated ? readChartView(new URLSearchParams(address)) : usualView;
    return own ? { ...read, own } : read;
  }, [isHydrated, address, own]);

  const change = (part: Partial<ChartView>) => {
    clearTimeout(timer.current);
    setMoving(null);
    // Not `view`: right after hydration it is not yet that of the address.
    const before = readChartView(search);
    setSearch(writeChartView({ ...before, ...(own && { own }), ...part }, search), { replace: true });
  };
  const moveWindow = (window: TimeWindow) => {
    setMoving({ address, own: window });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSearch((before) => writeChartView({ ...readChartView(before), own: window }, before), {
        replace: true,
      });
    }, settleMs);
  };
  return { view, change, moveWindow };
}
