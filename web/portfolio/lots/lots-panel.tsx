import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { LedgerHoldings, OpenLot } from '#contract/ledger/figures.ts';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import change from '#web/ui/change.module.css';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { formatDay } from '../format-day.ts';
import { inSentence } from '../methods/method-words.ts';
import { countUnlisted } from '../overview/problem-fixes.ts';
import { FixButtons } from '../overview/problem-line.tsx';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { asShown, WhyButton } from '../proof/why-button.tsx';
import { hideFigures } from '../tax/hide-figures.ts';
import { walletsQuery } from '../wallets/queries.ts';
import type { CoinRow } from './coin-rows.ts';
import { valueLot } from './lot-value.ts';
import styles from './lots-panel.module.css';
import { lotsQuery } from './queries.ts';

/** What can be done with a position that was added by the simple form. */
export interface PositionActions {
  readonly onEdit: (position: ValuedHolding) => void;
  readonly onDelete: (position: ValuedHolding) => void;
}

interface LotsPanelProps extends PositionActions {
  portfolioId: string;
  row: CoinRow;
  figures: Pick<LedgerHoldings, 'asOf' | 'method' | 'scope' | 'currency'>;
}

/** How the figures on the page were calculated, whatever the settings are by now. */
const choiceOf = ({ method, scope, currency }: LotsPanelProps['figures']) => ({ method, scope, currency });

/** A coin's open lots, in the order in which the method uses them, and its problems. */
export function LotsPanel(props: LotsPanelProps) {
  const { portfolioId, row, figures } = props;
  const { holding } = row;
  const own = useOwnFigures();
  const [search] = useSearchParams();
  const unlisted = countUnlisted(holding);
  const {
    data: lots,
    isError,
    refetch,
  } = useQuery(lotsQuery(portfolioId, holding.coinId, choiceOf(figures)));
  const isPool = lots?.some(({ transactionId }) => transactionId === null) ?? false;
  return (
    <div className={styles.panel}>
      <div className={styles.panelHead}>
        <p>
          <b>{countOf(holding.lots, isPool ? 'pool' : 'lot')}</b> in order of use (
          {inSentence(figures.method)})
        </p>
        <span className={styles.links}>
          <Link className="link" to={paths.coin(holding.coinId)}>
            Open {holding.name}
          </Link>
          <Link
            className="link"
            to={`${paths.portfolio}${tabSearch(search, 'transactions', { coin: holding.coinId })}`}
          >
            All transactions
          </Link>
        </span>
      </div>
      {holding.problems.map((problem) => (
        <div key={`${problem.kind} ${problem.transactionId} ${problem.message}`} className={styles.problem}>
          <p>{own.isHidden ? hideFigures(problem.message) : problem.message}</p>
          <FixButtons holding={holding} problem={problem} portfolioId={portfolioId} />
        </div>
      ))}
      {unlisted > 0 && (
        <p className={styles.problem}>And {countOf(unlisted, 'more problem')}, not listed here.</p>
      )}
      {isError && (
        <p className={styles.problem} role="alert">
          The lots could not be loaded.{' '}
          <button
            type="button"
            className={`${button.secondary} ${button.small}`}
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </p>
      )}
      {!lots && !isError && <LotsSkeleton count={holding.lots} />}
      {lots && lots.length > 0 && <LotTable {...props} lots={lots} />}
      {lots && <PositionsWithoutLot {...props} lots={lots} />}
    </div>
  );
}

function LotsSkeleton({ count }: { count: number }) {
  return (
    <div role="status">
      <span className="visuallyHidden">Loading the lots</span>
      {Array.from({ length: Math.min(count, 12) + 1 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
        <div key={place} className={styles.lotSkeleton}>
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}

function LotTable(props: LotsPanelProps & { lots: readonly OpenLot[] }) {
  const { portfolioId, row, figures, lots } = props;
  const { data: wallets } = useQuery(walletsQuery(portfolioId));
  const hasWallet = lots.some(({ wallet }) => wallet !== null);
  return (
    <div className={styles.scroll}>
      <table className={styles.lotTable}>
        <caption className="visuallyHidden">Lots of {row.holding.name}</caption>
        <thead>
          <tr>
            <th scope="col">Acquired</th>
            {hasWallet && (
              <th className={styles.wideOnly} scope="col">
                Wallet
              </th>
            )}
            <th className={styles.wideOnly} scope="col">
              Remaining
            </th>
            <th className={styles.wideOnly} scope="col">
              Unit cost
            </th>
            <th scope="col">
              Cost
              <WhyButton
                label={`Cost of the lots of ${row.holding.name}`}
                request={{ figure: 'costBasis', coin: row.holding.coinId, ...asShown(figures) }}
              />
            </th>
            <th scope="col">Value</th>
            <th className={styles.wideOnly} scope="col">
              Unrealized
            </th>
            <th scope="col">
              <span className="visuallyHidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot, index) => (
            <LotRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a lot may be moved to a wallet in several parts
              key={index}
              {...props}
              lot={lot}
              walletName={hasWallet ? (wallets?.find(({ id }) => id === lot.wallet)?.name ?? '—') : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LotRowProps extends LotsPanelProps {
  lot: OpenLot;
  /** Null if no lot of the coin has its own wallet. */
  walletName: string | null;
}

/** A lot. On a phone, some figures are below others instead of in their own columns. */
function LotRow({ lot, walletName, ...props }: LotRowProps) {
  const { currency } = props.figures;
  const own = useOwnFigures();
  const { value, gain } = valueLot(lot, props.row.holding.price);
  const unitCost = lot.unitCost === null ? 'No cost recorded' : own.money(lot.unitCost, currency);
  const amount = (
    <>
      {own.amount(lot.remaining)}
      {lot.remaining !== lot.amount && <span className="muted"> of {own.amount(lot.amount)}</span>}
    </>
  );
  const unrealized = (
    <span className={change.change} data-variant={decimalVariant(gain)}>
      <span>{own.change(gain, currency)}</span>
    </span>
  );
  return (
    <tr>
      <td>
        {lot.acquiredAt === null ? 'Pool' : formatDay(lot.acquiredAt)}
        <span className={styles.under}>{amount}</span>
        {walletName !== null && <span className={styles.under}>{walletName}</span>}
      </td>
      {walletName !== null && <td className={`muted ${styles.wideOnly}`}>{walletName}</td>}
      <td className={styles.wideOnly} title={own.amountTitle(lot.remaining)}>
        {amount}
      </td>
      <td className={styles.wideOnly}>{unitCost}</td>
      <td>
        {own.money(lot.cost, currency)}
        <span className={styles.under}>{unitCost}</span>
      </td>
      <td>
        {own.money(value, currency)}
        <span className={styles.under}>{unrealized}</span>
      </td>
      <td className={styles.wideOnly}>{unrealized}</td>
      <td className={styles.lotActions}>
        <LotActions {...props} transactionId={lot.transactionId} />
      </td>
    </tr>
  );
}

/** A position is edited in the form that added it; any other transaction in the transaction form. */
function LotActions({
  row,
  transactionId,
  onEdit,
  onDelete,
}: LotsPanelProps & { transactionId: string | null }) {
  const [search] = useSearchParams();
  if (transactionId === null) return null;
  const position = row.positions.find(({ id }) => id === transactionId);
  if (position) return <PositionButtons position={position} onEdit={onEdit} onDelete={onDelete} />;
  return (
    <Link
      className={`${button.ghost} ${button.iconOnly} ${button.small}`}
      aria-label={`Edit the transaction of this lot of ${row.holding.name}`}
      to={`${paths.portfolio}${tabSearch(search, 'transactions', { transaction: transactionId })}`}
    >
      <Pencil className="icon" aria-hidden="true" />
    </Link>
  );
}

function PositionButtons({ position, onEdit, onDelete }: PositionActions & { position: ValuedHolding }) {
  return (
    <>
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${button.small}`}
        aria-label={`Edit ${position.name}`}
        onClick={() => onEdit(position)}
      >
        <Pencil className="icon" aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${button.small}`}
        aria-label={`Delete ${position.name}`}
        onClick={() => onDelete(position)}
      >
        <Trash2 className="icon" aria-hidden="true" />
      </button>
    </>
  );
}

/** Positions without a lot of their own, because they are pooled or used up. They can still be edited. */
function PositionsWithoutLot({ row, lots, onEdit, onDelete }: LotsPanelProps & { lots: readonly OpenLot[] }) {
  const own = useOwnFigures();
  const positions = row.positions.filter(({ id }) => !lots.some(({ transactionId }) => transactionId === id));
  if (positions.length === 0) return null;
  return (
    <ul className={styles.positions}>
      {positions.map((position) => (
        <li key={position.id}>
          <span>
            Position of {own.amount(position.amount)} {position.symbol.toUpperCase()}
          </span>
          <span>
            <PositionButtons position={position} onEdit={onEdit} onDelete={onDelete} />
          </span>
        </li>
      ))}
    </ul>
  );
}
