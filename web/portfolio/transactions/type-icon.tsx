import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Coins from 'lucide-react/icons/coins';
import Flame from 'lucide-react/icons/flame';
import Gift from 'lucide-react/icons/gift';
import Layers from 'lucide-react/icons/layers';
import Receipt from 'lucide-react/icons/receipt';
import Send from 'lucide-react/icons/send';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import type { TransactionType } from '#contract/ledger/transaction.ts';
import styles from './transactions.module.css';

const icons = {
  buy: ArrowDown,
  sell: ArrowUp,
  swap: ArrowLeftRight,
  transfer: Send,
  income: Coins,
  gift_in: Gift,
  gift_out: Gift,
  spend: ShoppingCart,
  loss: Flame,
  fee: Receipt,
  opening: Layers,
} as const satisfies Record<TransactionType, unknown>;

/** The icon of a transaction type, shown next to its name. */
export function TypeIcon({ type }: { type: TransactionType }) {
  const Icon = icons[type];
  return (
    <span className={styles.mark} aria-hidden="true">
      <Icon className="icon iconSmall" />
    </span>
  );
}
