import styles from './market-table.module.css';
import { type SparklineShape, sparklineHeight, sparklineLevel } from './sparkline-shape.ts';

const labels = { default: 'Up over 7 days', destructive: 'Down over 7 days', none: 'Unchanged over 7 days' };

/** The last seven days as a line, with a dotted line at the first price. */
export function Sparkline({ shape }: { shape: SparklineShape }) {
  return (
    <svg
      className={styles.sparkline}
      data-variant={shape.variant}
      viewBox={`0 0 ${shape.width} ${sparklineHeight}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={labels[shape.variant]}
    >
      <path className={styles.level} d={`M0 ${sparklineLevel(shape)}h${shape.width}`} />
      <path d={shape.path} />
    </svg>
  );
}
