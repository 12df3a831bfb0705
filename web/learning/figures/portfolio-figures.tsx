import styles from '../drawings.module.css';
import { Drawing, Label, toPoints } from './drawing.tsx';

/** Shares of the portfolio that one holding makes up, in percent. */
const parts = [5, 10, 25, 50, 100];
const start = 10_000;
const fall = 0.8;

/** What is left of a portfolio when one holding, of various sizes, falls by 80%. */
export function Concentration() {
  return (
    <Drawing height={220}>
      <path className={styles.axis} d="M30 165 H570" />
      {parts.map((part, index) => {
        const left = start - (start * part * fall) / 100;
        const x = 55 + index * 105;
        const height = left * 0.0128;
        return (
          <g key={part}>
            <rect className={styles.ghost} x={x} y={165 - 128} width={66} height={128} rx={3} />
            <rect className={styles.bar} x={x} y={165 - height} width={66} height={height} rx={3} />
            <Label x={x + 33} y={28} tone="strong">
              ${left.toLocaleString('en-US')}
            </Label>
            <Label x={x + 33} y={187} tone="faint">
              {part}%
            </Label>
          </g>
        );
      })}
      <Label x={300} y={214} tone="faint">
        share of the portfolio before the fall
      </Label>
    </Drawing>
  );
}

const falls = Array.from({ length: 81 }, (_, index) => index);
/** The rise that makes up for a fall, both in percent. */
const riseAfter = (fallen: number) => (fallen / (100 - fallen)) * 100;
const fallX = (fallen: number) => 80 + fallen * 5.9;
const riseY = (rise: number) => 180 - rise * 0.38;

/** The rise needed to make up for falls of various sizes. */
export function Recovery() {
  return (
    <Drawing height={230}>
      <path className={styles.axis} d="M80 20 V180 H570" />
      {[0, 100, 200, 300, 400].map((rise) => (
        <g key={rise}>
          <path className={styles.grid} d={`M80 ${riseY(rise)} H570`} />
          <Label x={72} y={riseY(rise) + 5} anchor="end" tone="faint">
            {rise > 0 && '+'}
            {rise}%
          </Label>
        </g>
      ))}
      {[0, 20, 40, 60, 80].map((fallen) => (
        <Label key={fallen} x={fallX(fallen)} y={202} tone="faint">
          {fallen > 0 && '−'}
          {fallen}%
        </Label>
      ))}
      <polyline className={styles.line} points={toPoints(falls.map(riseAfter), fallX, riseY)} />
      {[25, 50, 80].map((fallen) => (
        <circle key={fallen} className={styles.dot} cx={fallX(fallen)} cy={riseY(riseAfter(fallen))} r={5} />
      ))}
    </Drawing>
  );
}

/** The prices of the lesson's example. $100 is spent at each. */
const prices = [20, 10, 25, 20];
const spent = 100;
const averagePaid = (spent * prices.length) / prices.reduce((coins, price) => coins + spent / price, 0);
const purchases = prices.map((price, index) => ({ price, x: 90 + index * 125 }));
const priceY = (price: number) => 180 - price * 6;

/** Four purchases for the same sum, and their average price. */
export function SteadyBuying() {
  return (
    <Drawing height={215}>
      <path className={styles.axis} d="M40 180 H560" />
      <polyline className={styles.line} points={toPoints(prices, (index) => 90 + index * 125, priceY)} />
      <path className={styles.mark} d={`M40 ${priceY(averagePaid)} H560`} />
      <Label x={556} y={priceY(averagePaid) + 24} anchor="end" tone="strong">
        ${averagePaid.toFixed(2)}
      </Label>
      {purchases.map(({ price, x }) => (
        <g key={x}>
          <circle className={styles.dot} cx={x} cy={priceY(price)} r={5} />
          <Label x={x} y={priceY(price) + (price < averagePaid ? 26 : -12)}>
            ${price}
          </Label>
          <Label x={x} y={202} tone="faint">
            {spent / price} coins
          </Label>
        </g>
      ))}
    </Drawing>
  );
}
