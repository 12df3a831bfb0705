import styles from '../drawings.module.css';
import { Drawing, Label, toPoints } from './drawing.tsx';

/** Two candles with their four prices labelled. */
export function Candle() {
  return (
    <Drawing height={230}>
      <path className={styles.stroke} d="M180 24 V70 M180 150 V206" />
      <rect className={styles.hollow} x={152} y={70} width={56} height={80} rx={2} />
      <path className={styles.stroke} d="M400 24 V80 M400 160 V206" />
      <rect className={styles.ink} x={372} y={80} width={56} height={80} rx={2} />
      {(
        [
          ['High', 30, 30],
          ['Close', 75, 165],
          ['Open', 155, 85],
          ['Low', 206, 206],
        ] as const
      ).map(([name, rising, falling]) => (
        <g key={name}>
          <Label x={140} y={rising} anchor="end">
            {name}
          </Label>
          <Label x={440} y={falling} anchor="start">
            {name}
          </Label>
        </g>
      ))}
    </Drawing>
  );
}

const turns = [80, 95, 86, 102, 91, 108, 93, 112, 89];
const turnX = (index: number) => 45 + index * 64;
const turnY = (price: number) => 190 - (price - 75) * 4.2;

/** The turning points of an uptrend that ends. */
export function TrendSteps() {
  return (
    <Drawing height={220}>
      <polyline className={styles.line} points={toPoints(turns, turnX, turnY)} />
      {turns.map((price, index) => (
        <g key={price}>
          <circle
            className={price === 89 ? `${styles.dot} ${styles.ended}` : styles.dot}
            cx={turnX(index)}
            cy={turnY(price)}
            r={5}
          />
          <Label x={turnX(index)} y={turnY(price) + (index % 2 ? -12 : 24)}>
            ${price}
          </Label>
        </g>
      ))}
      <path className={styles.mark} d={`M${turnX(6)} ${turnY(93)} H575`} />
    </Drawing>
  );
}

const ranged = [19.6, 22.3, 18.4, 22.1, 18.2, 22.4, 18.3, 22.2, 23.6, 22.5, 25];
const rangedX = (index: number) => 30 + index * 54;
const rangedY = (price: number) => 200 - (price - 17) * 21;

/** A price between two zones, from which it breaks out upward. */
export function Range() {
  return (
    <Drawing height={215}>
      <rect
        className={styles.zone}
        x={20}
        width={560}
        y={rangedY(22.6)}
        height={rangedY(22) - rangedY(22.6)}
      />
      <rect
        className={styles.zone}
        x={20}
        width={560}
        y={rangedY(18.5)}
        height={rangedY(18) - rangedY(18.5)}
      />
      <Label x={30} y={rangedY(22.6) - 8} anchor="start" tone="faint">
        Resistance
      </Label>
      <Label x={30} y={rangedY(18) + 20} anchor="start" tone="faint">
        Support
      </Label>
      <polyline className={styles.line} points={toPoints(ranged, rangedX, rangedY)} />
    </Drawing>
  );
}

const climb = [
  { price: 40, volume: 22 },
  { price: 46, volume: 48 },
  { price: 58, volume: 70 },
  { price: 66, volume: 62 },
  { price: 50, volume: 30 },
  { price: 40, volume: 22 },
  { price: 46, volume: 14 },
  { price: 58, volume: 11 },
  { price: 66, volume: 9 },
];
const climbX = (index: number) => 60 + index * 60;

/** Two rises of the same height, the second on little volume. */
export function VolumeBars() {
  return (
    <Drawing height={225}>
      <polyline
        className={styles.line}
        points={toPoints(
          climb.map(({ price }) => price),
          climbX,
          (price) => 195 - price * 2.6,
        )}
      />
      <path className={styles.axis} d="M30 205 H570" />
      {climb.map(({ volume }, index) => (
        <rect
          // A fixed drawing: its bars never change places.
          key={climbX(index)}
          className={styles.softBar}
          x={climbX(index) - 17}
          y={205 - volume}
          width={34}
          height={volume}
          rx={2}
        />
      ))}
      <Label x={557} y={185} anchor="end" tone="faint">
        Volume
      </Label>
    </Drawing>
  );
}
