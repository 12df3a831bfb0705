import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { type ChartView, defaultView, readChartView, writeChartView } from './chart-view.ts';
import type { TimeWindow } from './time-window.ts';

/** A moved window is written to the URL once it has been still for this long, in ms. */
const settleMs = 250;

/** The view in the URL, and setters for it. The server renders the default, because it ignores search parameters. */
export function useChartView() {
  const [search, setSearch] = useSearchParams();
  const isHydrated = useAfterHydration();
  const address = search.toString();
  const [moving, setMoving] = useState<{ readonly address: string; readonly custom: TimeWindow } | null>(
    null,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const custom = moving?.address === address ? moving.custom : null;
  const view = useMemo(() => {
    const read = isHydrated ? readChartView(new URLSearchParams(address)) : defaultView;
    return custom ? { ...read, custom } : read;
  }, [isHydrated, address, custom]);

  const change = (part: Partial<ChartView>) => {
    clearTimeout(timer.current);
    setMoving(null);
    // Not `view`: right after hydration it doesn't have the URL's view yet.
    const current = readChartView(search);
    setSearch(writeChartView({ ...current, ...(custom && { custom }), ...part }, search), { replace: true });
  };
  const moveWindow = (window: TimeWindow) => {
    setMoving({ address, custom: window });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSearch((current) => writeChartView({ ...readChartView(current), custom: window }, current), {
        replace: true,
      });
    }, settleMs);
  };
  return { view, change, moveWindow };
}
