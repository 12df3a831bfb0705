import { type Figure, formatPriceParts } from '#web/lib/formats.ts';
import type { FlashDirection } from './flash.ts';
import styles from './market-table.module.css';

/** Longer prices are smaller on a phone, where their column is narrow. */
const maxNormalLength = 12;

/** The meaning of the amber mark. */
const heldLabel = "Price being checked: the provider's newest price is not confirmed yet";

interface PriceFigureProps {
  price: Figure;
  /** True if the provider's newest price is held back and this is the last accepted one. */
  isHeld?: boolean | undefined;
  flash?: FlashDirection | undefined;
}

/**
 * A price whose digits past the second decimal hang to the right, so that a column aligns at the decimal point. If
 * shortened, its title has the exact figure, which screen readers announce for prices below a cent.
 */
export function PriceFigure({ price, isHeld, flash }: PriceFigureProps) {
  const { text, hang, exact } = formatPriceParts(price);
  const spoken = hang && exact ? { role: 'img', 'aria-label': exact } : undefined;
  const figure = (
    <span
      className={styles.price}
      data-long={text.length > maxNormalLength || undefined}
      data-flash={flash}
      {...(exact && { title: exact })}
      {...spoken}
    >
      {text}
      {hang && <span className={styles.hangingDigits}>{hang}</span>}
    </span>
  );
  if (!isHeld) return figure;
  return (
    <span className={styles.held}>
      <span className={styles.heldMark} role="img" aria-label={heldLabel} title={heldLabel} />
      {figure}
    </span>
  );
}
