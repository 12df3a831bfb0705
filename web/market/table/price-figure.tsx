import type { Figure } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import type { FlashDirection } from './flash.ts';
import styles from './market-table.module.css';
import figures from './price-figure.module.css';

/** Prices with more characters are smaller on a phone, where their column is narrow. */
const maxNormalLength = 12;

/** The meanings of the mark, which says why a price is not the newest. */
const marks = {
  held: 'Price being checked: the provider’s latest price is not confirmed yet',
  missing: 'Last known price: the provider’s latest list doesn’t include this coin',
} as const;

interface PriceFigureProps {
  /** US dollars. */
  price: Figure;
  mark?: keyof typeof marks | undefined;
  flash?: FlashDirection | undefined;
}

/**
 * A price. Digits past the usual decimals of its currency hang to the right, so that a column aligns at the decimal
 * point. It is one text node, so that it is copied and read aloud in one piece. If it is shortened, its title has the
 * exact figure, which screen readers announce for prices below a cent.
 */
export function PriceFigure({ price, mark, flash }: PriceFigureProps) {
  const { text, hang, exact } = useMoney().priceParts(price);
  // A symbol after the digits doesn't count, because it is equally wide in every row.
  const hanging = /^[\s\S]*\d/.exec(hang)?.[0].length ?? 0;
  const spoken = hanging > 0 && exact ? { role: 'img', 'aria-label': exact } : undefined;
  const figure = (
    <span
      className={styles.price}
      data-long={text.length > maxNormalLength || undefined}
      data-hang={hanging || undefined}
      data-flash={flash}
      {...(exact && { title: exact })}
      {...spoken}
    >
      {text + hang}
    </span>
  );
  if (!mark) return figure;
  return (
    <span className={figures.held}>
      <span
        className={figures.heldMark}
        data-mark={mark}
        role="img"
        aria-label={marks[mark]}
        title={marks[mark]}
      />
      {figure}
    </span>
  );
}
