import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Instant } from '#contract/units.ts';
import skeleton from '#web/ui/skeleton.module.css';
import table from '#web/ui/styles/table.module.css';
import coinCell from '../coin-cell.module.css';
import type { MarketRow } from '../queries.ts';
import marketTable from './market-table.module.css';
import { MarketTableRow } from './market-table-row.tsx';

/** A row of another domain, such as an advertisement, inserted before the row of that index if it exists. */
export interface InsertedRow {
  readonly index: number;
  /** A `<tr>`. */
  readonly element: ReactNode;
}

interface MarketTableBodyProps {
  rows: readonly MarketRow[];
  /** Quotes before this show their own time. */
  oldBefore: Instant;
  renderRowAction?: ((row: MarketRow) => ReactNode) | undefined;
  insertRowAt?: InsertedRow | undefined;
}

export function MarketTableBody({ rows, oldBefore, renderRowAction, insertRowAt }: MarketTableBodyProps) {
  const followLink = useFollowLink();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links handle the keyboard; their click event arrives here
    <tbody onClick={followLink}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          {insertRowAt?.index === index && insertRowAt.element}
          <MarketTableRow
            row={row}
            isOld={Date.parse(row.last_updated ?? '') < oldBefore}
            renderRowAction={renderRowAction}
          />
        </Fragment>
      ))}
    </tbody>
  );
}

/** One listener for the links of all rows: a hundred router links would double the cost of hydration. */
function useFollowLink() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/coin/"]') : null;
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.pathname);
  };
}

const skeletonRows = Array.from({ length: 20 }, (_, index) => index);

/** Rows of the final size while the coins load. */
export function MarketTableSkeleton() {
  return (
    <tbody aria-hidden="true">
      {skeletonRows.map((index) => (
        <tr key={index} className={marketTable.skeletonRow}>
          <td className={marketTable.rankCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.starCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={`${marketTable.nameCell} ${table.left}`}>
            <span className={coinCell.coin}>
              <span className={`${skeleton.skeleton} ${marketTable.skeletonLogo}`} />
              <span className={`${skeleton.skeleton} ${marketTable.skeletonName}`} />
            </span>
          </td>
          <td className={marketTable.priceCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.changeCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.marketCapCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.sparklineCell}>
            <span className={skeleton.skeleton} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
