import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useRef, useState } from 'react';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import type { ChartView } from '../coin-chart/chart-view.ts';
import styles from './indicators.module.css';

const importPanel = () => import('./tools-panel.tsx');
const ToolsPanel = lazy(async () => ({ default: (await importPanel()).ToolsPanel }));

interface ChartToolsProps {
  coin: { readonly id: string };
  view: ChartView;
  onChange(change: Partial<ChartView>): void;
}

/** The button that opens the tools for scale, averages, RSI and comparison, which load on first use. */
export function ChartTools({ coin, view, onChange }: ChartToolsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label="Chart tools"
        title="Chart tools"
        onPointerEnter={() => void importPanel().catch(() => {})}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className="icon" aria-hidden="true" />
      </button>
      {isOpen && (
        <ErrorBoundary resetKey={isOpen} fallback={() => null}>
          <Suspense>
            <ToolsPanel
              coin={coin}
              view={view}
              anchor={button}
              onChange={onChange}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
