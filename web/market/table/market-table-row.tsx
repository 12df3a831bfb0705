import { memo, type ReactNode, useState } from 'react';
import { formatPercent, missing } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { paths } from '#web/lib/paths.ts';
import { Change } from '#web/ui/change.tsx';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import table from '#web/ui/styles/table.module.css';
import coinCell from '../coin-cell.module.css';
import type { MarketRow } from '../queries.ts';
import { flashOf } from './flash.ts';
import marketTable from './market-table.module.css';
import { PriceFigure } from './price-figure.tsx';
import { Sparkline } from './sparkline.tsx';

interface MarketTableRowProps {
  row: MarketRow;
  /** Whether the quote is much older than the others, and so shows its time. */
  isOld: boolean;
  /** Must be the same function across renders, or every row renders again. */
  renderRowAction?: ((row: MarketRow) => ReactNode) | undefined;
}

/** One coin of the table. Renders only when its own quote changes; changed figures flash once. */
export const MarketTableRow = memo(function MarketTableRow({
  row,
  isOld,
  renderRowAction,
}: MarketTableRowProps) {
  const money = useMoney();
  const previous = usePreviousRow(row);
  const price = flashOf(previous.current_price, row.current_price, money.price);
  const change = flashOf(
    previous.price_change_percentage_24h,
    row.price_change_percentage_24h,
    formatPercent,
  );
  const cap = flashOf(previous.market_cap, row.market_cap, money.marketCap);
  return (
    <tr>
      <td className={marketTable.rankCell}>{row.market_cap_rank ?? missing}</td>
      <td className={marketTable.starCell}>{renderRowAction?.(row)}</td>
      <td className={`${marketTable.nameCell} ${table.left}`}>
        <a className={coinCell.coin} href={paths.coin(row.id)}>
          <CoinLogo coinId={row.id} />
          <span className={coinCell.title}>
            <span className={coinCell.name}>{row.name}</span>{' '}
            <span className={coinCell.symbol}>{row.symbol.toUpperCase()}</span>
          </span>
        </a>
      </td>
      <td className={marketTable.priceCell}>
        <PriceFigure
          key={price.key}
          price={row.current_price}
          mark={row.missing ? 'missing' : row.quarantined && 'held'}
          flash={price.direction}
        />
        {(isOld || row.missing) && row.last_updated && (
          <span className={marketTable.asOf}>
            as of <ClockTime at={row.last_updated} />
          </span>
        )}
      </td>
      <td className={marketTable.changeCell}>
        <Change key={change.key} value={row.price_change_percentage_24h} flash={change.direction} />
      </td>
      <td
        className={marketTable.marketCapCell}
        // The title is set on hover, because it would bloat the markup of a hundred rows. The event that
        // `showExactCap` sends is not trusted, and is ignored.
        onPointerEnter={({ currentTarget, isTrusted }) => {
          if (isTrusted)
            void import('../tools/exact-cap.ts').then(
              (cap) => cap.showExactCap(currentTarget, row, money),
              () => {},
            );
        }}
      >
        <span key={cap.key} className={marketTable.figure} data-flash={cap.direction}>
          {cap.key}
        </span>
      </td>
      <td className={marketTable.hourCell}>
        <Change value={row.change1h} />
      </td>
      <td className={marketTable.volumeCell}>{money.marketCap(row.total_volume)}</td>
      <td className={marketTable.weekCell}>
        <Change value={row.change7d} />
      </td>
      <td className={marketTable.sparklineCell}>
        {row.sparkline && <Sparkline shape={row.sparkline} isLabelled={false} />}
      </td>
    </tr>
  );
});

/** The row as it was before its last change. */
function usePreviousRow(row: MarketRow): MarketRow {
  const [seen, setSeen] = useState({ row, before: row });
  if (seen.row === row) return seen.before;
  setSeen({ row, before: seen.row });
  return seen.row;
}
