import type { KeyboardEvent } from 'react';
import styles from './overview.module.css';

/** The panes of the market page. A phone shows one at a time. */
export const panes = ['coins', 'trending', 'chart', 'portfolio'] as const;
export type Pane = (typeof panes)[number];

const labels: Readonly<Record<Pane, string>> = {
  coins: 'Coins',
  trending: 'Trending',
  chart: 'Chart',
  portfolio: 'Portfolio',
};

/** The pane of that name; the coins for any other name. */
export function readPane(text: string): Pane {
  return panes.find((pane) => pane === text) ?? 'coins';
}

interface PaneTabsProps {
  pane: Pane;
  onPane(pane: Pane): void;
}

/** The phone's tabs for the coins, the trending coins, the chart and the portfolio. */
export function PaneTabs({ pane, onPane }: PaneTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = panes[(panes.indexOf(pane) + step + panes.length) % panes.length]!;
    onPane(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label="Market" onKeyDown={onKeyDown} tabIndex={-1}>
      {panes.map((candidate) => (
        <button
          key={candidate}
          type="button"
          role="tab"
          id={`tab-${candidate}`}
          aria-controls={`pane-${candidate}`}
          aria-selected={candidate === pane}
          tabIndex={candidate === pane ? 0 : -1}
          onClick={() => onPane(candidate)}
        >
          {labels[candidate]}
        </button>
      ))}
    </div>
  );
}
