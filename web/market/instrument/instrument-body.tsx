import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import styles from './instrument.module.css';
import { InstrumentPlot, type InstrumentPlotProps } from './instrument-plot.tsx';
import type { InstrumentState } from './use-instrument-data.ts';

/** The plot, or the reason why there is none. */
export function InstrumentBody({ state, plot }: { state: InstrumentState; plot: InstrumentPlotProps }) {
  if (state.status === 'loading') {
    return (
      <div className={styles.box} data-part="plot" role="status">
        <span className="visuallyHidden">Loading the chart</span>
        <span className={`${skeleton.skeleton} ${styles.skeleton}`} aria-hidden="true" />
      </div>
    );
  }
  if (state.status === 'error') {
    return (
      <div className={`${styles.box} ${styles.state}`} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={button.secondary} onClick={state.retry}>
          Retry
        </button>
      </div>
    );
  }
  if (state.points.length === 0) {
    return (
      <div className={`${styles.box} ${styles.state}`}>
        <p>There is no price history for this range yet.</p>
      </div>
    );
  }
  return (
    <div className={state.isChanging ? `${styles.plot} ${styles.dimmed}` : styles.plot}>
      <InstrumentPlot {...plot} />
    </div>
  );
}
