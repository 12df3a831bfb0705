import styles from './sparkline.module.css';
import { type SparklineShape, sparklineHeight, sparklineLevel } from './sparkline-shape.ts';

const labels = { default: 'Up over 7 days', destructive: 'Down over 7 days', none: 'Unchanged over 7 days' };

interface SparklineProps {
  shape: SparklineShape;
  /** False if the change is shown in digits next to it. */
  isLabelled?: boolean;
}

/** The last seven days as a line, with a dotted line at the first price. */
export function Sparkline({ shape, isLabelled = true }: SparklineProps) {
  return (
    <svg
      className={styles.sparkline}
      data-variant={shape.variant}
      viewBox={`0 0 ${shape.width} ${sparklineHeight}`}
      preserveAspectRatio="none"
      role={isLabelled ? 'img' : 'presentation'}
      aria-label={isLabelled ? labels[shape.variant] : undefined}
    >
      <path d={`M0 ${sparklineLevel(shape)}h${shape.width}`} />
      <path d={shape.path} />
    </svg>
  );
}
