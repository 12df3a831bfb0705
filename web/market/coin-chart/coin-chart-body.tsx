import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import styles from './coin-chart.module.css';
import { CoinChartPlot, type CoinChartPlotProps } from './coin-chart-plot.tsx';
import type { CoinChartState } from './use-coin-chart-data.ts';

/** The plot, or the reason why there is none. */
export function CoinChartBody({ state, plot }: { state: CoinChartState; plot: CoinChartPlotProps }) {
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
      <CoinChartPlot {...plot} />
    </div>
  );
}
