import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import freshness from '#web/ui/styles/freshness.module.css';

interface QuoteMarksProps {
  /** Null if it could not be loaded, undefined while loading. */
  quote: CoinQuote | null | undefined;
}

/** Notes on an unusual quote: being checked, out of date, or unavailable. */
export function QuoteMarks({ quote }: QuoteMarksProps) {
  return (
    <>
      {quote?.isHeld && <Mark text="Price being checked" />}
      {quote?.isMissing && <Mark text="Last known price" />}
      {quote === null && <Mark text="No price right now" />}
    </>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <span className={freshness.warning}>
      <span className={freshness.dot} />
      {text}
    </span>
  );
}
