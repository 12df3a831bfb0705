import styles from '../drawings.module.css';
import { Drawing, Label, toPoints } from './drawing.tsx';
import { rsi } from './rsi.ts';
import { simpleAverage } from './simple-average.ts';

/** Invented prices: a rise, a pause, a strong rise, a fall. */
const closes = [
  50, 51, 50, 52, 53, 52, 54, 53, 55, 54, 53, 54, 52, 53, 55, 57, 58, 60, 63, 64, 67, 69, 70, 73, 75, 76, 79,
  80, 79, 81, 78, 75, 76, 72, 70, 71, 67, 66, 63, 64,
];
const closeX = (index: number) => 25 + index * 14.1;

function Curve({
  values,
  className,
  y,
}: {
  values: readonly (number | undefined)[];
  className: string | undefined;
  y: (v: number) => number;
}) {
  const first = values.findIndex((value) => value !== undefined);
  const known = values.filter((value) => value !== undefined);
  return <polyline className={className} points={toPoints(known, (index) => closeX(index + first), y)} />;
}

/** A price with its moving averages over 5 and 15 closes. */
export function MovingAverage() {
  const y = (price: number) => 200 - (price - 46) * 5;
  return (
    <Drawing height={225}>
      <Curve className={styles.faintLine} values={closes} y={y} />
      <Curve className={styles.line} values={simpleAverage(closes, 5)} y={y} />
      <Curve className={styles.slow} values={simpleAverage(closes, 15)} y={y} />
      <Label x={255} y={70} anchor="end">
        fast, 5 closes
      </Label>
      <Label x={590} y={196} anchor="end" tone="faint">
        slow, 15 closes
      </Label>
    </Drawing>
  );
}

/** A price and its relative strength index over 9 closes. */
export function StrengthIndex() {
  const priceY = (price: number) => 120 - (price - 48) * 3;
  const indexY = (index: number) => 275 - index * 1.2;
  return (
    <Drawing height={275}>
      <Curve className={styles.line} values={closes} y={priceY} />
      {[70, 30].map((level) => (
        <g key={level}>
          <path className={styles.ghost} d={`M25 ${indexY(level)} H575`} />
          <Label x={30} y={indexY(level) - 5} anchor="start" tone="faint">
            {level}
          </Label>
        </g>
      ))}
      <Curve className={styles.slow} values={rsi(closes, 9)} y={indexY} />
    </Drawing>
  );
}

/** Entry, exit and target of the lesson's example. */
const levels = [
  ['Target', 22.6],
  ['Entry', 19],
  ['Exit', 17.8],
] as const;
const levelY = (price: number) => 205 - (price - 17.4) * 35;

/** The potential gain to the target compared with the potential loss to the exit. */
export function RiskReward() {
  return (
    <Drawing height={225}>
      <rect
        className={styles.reward}
        x={190}
        width={220}
        y={levelY(22.6)}
        height={levelY(19) - levelY(22.6)}
      />
      <rect className={styles.risk} x={190} width={220} y={levelY(19)} height={levelY(17.8) - levelY(19)} />
      {levels.map(([name, price]) => (
        <g key={name}>
          <path className={styles.axis} d={`M170 ${levelY(price)} H430`} />
          <Label x={160} y={levelY(price) + 5} anchor="end" tone="strong">
            {name}
          </Label>
          <Label x={440} y={levelY(price) + 5} anchor="start">
            ${price.toFixed(2)}
          </Label>
        </g>
      ))}
      <Label x={300} y={levelY(20.8) + 5}>
        +$3.60
      </Label>
      <Label x={300} y={levelY(18.4) + 5}>
        −$1.20
      </Label>
    </Drawing>
  );
}
