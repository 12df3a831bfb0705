import styles from '../drawings.module.css';
import { Drawing, Label } from './drawing.tsx';

const blocks = [
  { number: 100, before: '7c1e', own: '9f3a' },
  { number: 101, before: '9f3a', own: '4b70' },
  { number: 102, before: '4b70', own: 'e215' },
];

/** Three blocks, each with the hash of the previous one. */
export function BlockChain() {
  return (
    <Drawing height={170}>
      {blocks.map(({ number, before, own }, index) => {
        const x = 15 + index * 200;
        return (
          <g key={number}>
            {index > 0 && <path className={styles.link} d={`M${x - 30} 85 H${x - 5} m-8 -5 l8 5 l-8 5`} />}
            <rect className={styles.box} x={x} y={20} width={170} height={130} rx={8} />
            <Label x={x + 14} y={46} anchor="start" tone="strong">
              Block {number}
            </Label>
            <Label x={x + 14} y={76} anchor="start">
              Payments
            </Label>
            <Label x={x + 14} y={104} anchor="start" tone="faint">
              Previous: {before}
            </Label>
            <Label x={x + 14} y={132} anchor="start">
              Fingerprint: {own}
            </Label>
          </g>
        );
      })}
    </Drawing>
  );
}

const keySteps = ['Private key', 'Public key', 'Address'];

/** From the private key to the address, one way only. */
export function KeyPair() {
  return (
    <Drawing height={130}>
      {keySteps.map((name, index) => {
        const x = 15 + index * 205;
        return (
          <g key={name}>
            {index > 0 && <path className={styles.link} d={`M${x - 40} 50 H${x - 6} m-8 -5 l8 5 l-8 5`} />}
            <rect
              className={index === 0 ? `${styles.box} ${styles.chosen}` : styles.box}
              x={x}
              y={24}
              width={160}
              height={52}
              rx={8}
            />
            <Label x={x + 80} y={56} tone="strong">
              {name}
            </Label>
            <Label x={x + 80} y={104} tone="faint">
              {index === 0 ? 'never shown' : index === 1 ? 'checks signatures' : 'safe to share'}
            </Label>
          </g>
        );
      })}
    </Drawing>
  );
}

/** Bitcoin's block rewards: 50, halved every 210,000 blocks. */
const rewards = [
  { year: 2009, reward: 50 },
  { year: 2012, reward: 25 },
  { year: 2016, reward: 12.5 },
  { year: 2020, reward: 6.25 },
  { year: 2024, reward: 3.125 },
];

/** Bitcoin's block reward over time. */
export function Issuance() {
  return (
    <Drawing height={210}>
      <path className={styles.axis} d="M30 170 H570" />
      {rewards.map(({ year, reward }, index) => {
        const x = 55 + index * 105;
        const height = reward * 2.7;
        return (
          <g key={year}>
            <rect className={styles.bar} x={x} y={170 - height} width={66} height={height} rx={3} />
            <Label x={x + 33} y={160 - height} tone="strong">
              {reward}
            </Label>
            <Label x={x + 33} y={192} tone="faint">
              {year}
            </Label>
          </g>
        );
      })}
    </Drawing>
  );
}

/** Two rectangles: the height is the price, the width the supply, so the area is the market cap. */
export function MarketCaps() {
  return (
    <Drawing height={230}>
      <rect className={styles.softBar} x={40} y={120} width={330} height={70} rx={3} />
      <Label x={205} y={160} tone="strong">
        Coin A: $10 billion
      </Label>
      <Label x={205} y={212} tone="faint">
        low price, many coins
      </Label>
      <rect className={styles.bar} x={450} y={19} width={67.5} height={171} rx={3} />
      <Label x={484} y={212} tone="faint">
        high price, few coins
      </Label>
      <Label x={440} y={60} anchor="end" tone="strong">
        Coin B: $5 billion
      </Label>
    </Drawing>
  );
}
