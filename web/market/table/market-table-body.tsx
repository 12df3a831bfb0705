import { Fragment, type MouseEvent, type ReactNode } from 'react';
import type { Instant } from '#contract/units.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import skeleton from '#web/ui/skeleton.module.css';
import table from '#web/ui/styles/table.module.css';
import coinCell from '../coin-cell.module.css';
import type { MarketRow } from '../queries.ts';
import marketTable from './market-table.module.css';
import { MarketTableRow } from './market-table-row.tsx';

/** A row from another domain, such as an advertisement. It is inserted before the row at `index`, if that exists. */
export interface InsertedRow {
  readonly index: number;
  /** A `<tr>`. */
  readonly element: ReactNode;
}

interface MarketTableBodyProps {
  rows: readonly MarketRow[];
  /** Quotes older than this show their time. */
  oldBefore: Instant;
  renderRowAction?: ((row: MarketRow) => ReactNode) | undefined;
  insertRowAt?: InsertedRow | undefined;
}

/** The rows of the table, with a click listener that opens a row's coin. */
export function MarketTableBody({ rows, oldBefore, renderRowAction, insertRowAt }: MarketTableBodyProps) {
  const followLink = useFollowLink();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links handle the keyboard; their click event arrives here
    <tbody onClick={followLink} onAuxClick={followLink}>
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

const coinLink = 'a[href^="/coin/"]';

/**
 * One click listener for all rows, because a hundred router links would double the cost of hydration. A row's link
 * covers the row except for figures with a tooltip, which lead to the coin too.
 */
function useFollowLink() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || event.button > 1) return;
    const control = event.target.closest('a, button');
    const link = control ?? event.target.closest('tr')?.querySelector(coinLink);
    if (!(link instanceof HTMLAnchorElement && link.matches(coinLink))) return;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // Selecting a figure to copy it is not a click.
    if (!control && getSelection()?.toString()) return;
    // For links, the browser itself opens tabs and windows.
    if (!isPlain && control) return;
    event.preventDefault();
    if (isPlain) navigate(link.pathname);
    else window.open(link.href, '_blank', 'noopener');
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
          <td className={marketTable.hourCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.volumeCell}>
            <span className={skeleton.skeleton} />
          </td>
          <td className={marketTable.weekCell}>
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
