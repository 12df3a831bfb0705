import { useRef } from 'react';
import type { TaxLine, TaxReport } from '#contract/tax/report.ts';
import { taxLineKindNames, taxRuleNames } from '#contract/tax/words.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import change from '#web/ui/change.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import badge from '#web/ui/styles/badge.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import table from '#web/ui/styles/table.module.css';
import { Term } from '#web/ui/tooltip/term.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { WhyButton } from '../proof/why-button.tsx';
import { useRowsInView } from '../transactions/use-rows-in-view.ts';
import { hideFigures } from './hide-figures.ts';
import styles from './tax.module.css';
import lineStyles from './tax-lines.module.css';

const rowHeight = { desktop: 52, phone: 92 };
/** Rows rendered before the list has been measured. */
const firstRows = 12;
/** If a day's gain is unknown, each of its disposals has a proof. At most this many are shown. */
const maxProofs = 3;

interface TaxLinesProps {
  portfolioId: string;
  report: TaxReport;
  lines: readonly TaxLine[];
  title: string;
  /** The id of a filed report, whose proofs are those stored with it. */
  filedId?: string | undefined;
}

/** The lines of a report. Only the rows in view are rendered. */
export function TaxLines({ portfolioId, report, lines, title, filedId }: TaxLinesProps) {
  const height = useMedia('(max-width: 899px)') ? rowHeight.phone : rowHeight.desktop;
  const isWide = useMedia('(min-width: 1024px)');
  // Where costs are pooled, no line has a date of acquisition.
  const hasAcquired = isWide && lines.some(({ acquiredAt }) => acquiredAt !== null);
  const columns = hasAcquired ? 7 : 6;
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRowsInView(body, height);
  const total = lines.length;
  const first = Math.min(range.first, total);
  const end = Math.min(range.end === 0 ? firstRows : range.end, total);
  const id = title.replaceAll(/\W+/g, '-');
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby={id}>
      <div className={card.head}>
        <h2 className="heading3" id={id}>
          {title}
        </h2>
      </div>
      {total === 0 ? (
        <div className={pageState.state}>
          <h3 className="heading3">No disposals</h3>
          <p>Sales, swaps, spending and fees in coins appear here, each with its proof.</p>
        </div>
      ) : (
        <table className={`${table.table} ${lineStyles.table}`} aria-rowcount={total + 1}>
          <caption className="visuallyHidden">{title}</caption>
          <Head hasAcquired={hasAcquired} />
          <tbody ref={body}>
            <Spacer height={first * height} columns={columns} />
            {lines.slice(first, end).map((line, place) => (
              <Line
                key={line.number}
                line={line}
                rowIndex={first + place + 2}
                hasAcquired={hasAcquired}
                currency={report.currency}
                timeZone={report.timeZone}
                portfolioId={portfolioId}
                filedId={filedId}
              />
            ))}
            <Spacer height={(total - end) * height} columns={columns} />
          </tbody>
        </table>
      )}
      {end - first < total && (
        <p className={lineStyles.printNote}>
          {formatCount(end - first)} of {countOf(total, 'line')} are printed,{' '}
          {formatCount(total - end + first)} are left out. The CSV and the PDF have all of them.
        </p>
      )}
    </section>
  );
}

function Head({ hasAcquired }: { hasAcquired: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={lineStyles.dateCell} scope="col">
          Disposed
        </th>
        <th className={lineStyles.coinCell} scope="col">
          Coin
        </th>
        <th className={lineStyles.ruleCell} scope="col">
          Rule
        </th>
        {hasAcquired && (
          <th className={lineStyles.dateCell} scope="col">
            Acquired
          </th>
        )}
        <th className={lineStyles.moneyCell} scope="col">
          Proceeds
        </th>
        <th className={lineStyles.moneyCell} scope="col">
          Cost
        </th>
        <th className={lineStyles.gainCell} scope="col">
          Gain
        </th>
      </tr>
    </thead>
  );
}

/** Takes up the space of the rows that are not rendered. Too many columns here would add a column to the table. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row can't have the focus
    <tr aria-hidden="true" className={lineStyles.spacer}>
      <td style={{ height }} colSpan={columns} />
    </tr>
  );
}

interface LineProps {
  line: TaxLine;
  rowIndex: number;
  hasAcquired: boolean;
  currency: string;
  /** The time zone of the report's days. */
  timeZone: string;
  portfolioId: string;
  filedId: string | undefined;
}

function Line({ line, rowIndex, hasAcquired, currency, timeZone, portfolioId, filedId }: LineProps) {
  const { day, coinId, name, symbol, amount, kind, rules, acquiredAt, proceeds, cost, gain, exempt } = line;
  const own = useOwnFigures();
  const problem = line.problem !== null && own.isHidden ? hideFigures(line.problem) : line.problem;
  const [search] = useSearchParams();
  const [transaction] = line.transactionIds;
  // Under some countries' rules a gift has neither proceeds nor a gain.
  const missing = kind === 'gift_out' && gain === null ? '—' : 'not known';
  const money = (text: string | null) => (text === null ? missing : own.money(text, currency));
  const coins = `${own.amount(amount)} ${symbol.toUpperCase()}`;
  const ruleNames = [taxLineKindNames[kind], ...rules.map((rule) => taxRuleNames[rule])].join(', ');
  return (
    <tr className={lineStyles.row} aria-rowindex={rowIndex}>
      <td className={lineStyles.dateCell}>
        {transaction === undefined ? (
          writeDay(day)
        ) : (
          <Link
            className={lineStyles.dateLink}
            to={`${paths.portfolio}${tabSearch(search, 'transactions', { transaction })}`}
            title="Show the transaction"
          >
            {writeDay(day)}
          </Link>
        )}
      </td>
      <td className={lineStyles.coinCell}>
        <span className={lineStyles.coin}>
          <CoinLogo coinId={coinId} size={24} />
          <span className={lineStyles.coinText} title={`${name}, ${own.amountTitle(amount) ?? coins}`}>
            {coins}
          </span>
        </span>
      </td>
      <td className={lineStyles.ruleCell}>
        <span className={lineStyles.ruleText}>
          {exempt && <span className={badge.outline}>Exempt</span>}
          {line.box !== null && <span className={badge.outline}>Box {line.box}</span>}
          {problem === null ? <span>{ruleNames}</span> : <Term description={problem}>{ruleNames}</Term>}
        </span>
      </td>
      {hasAcquired && <td className={`${lineStyles.dateCell} muted`}>{writeAcquired(acquiredAt)}</td>}
      <td className={lineStyles.moneyCell} data-name="Proceeds" title={own.moneyTitle(proceeds, currency)}>
        {money(proceeds)}
      </td>
      <td className={lineStyles.moneyCell} data-name="Cost" title={own.moneyTitle(cost, currency)}>
        {money(cost)}
      </td>
      <td className={lineStyles.gainCell} data-name="Gain" title={own.moneyTitle(gain, currency)}>
        <span className={lineStyles.gain}>
          {gain === null ? (
            missing
          ) : (
            <span className={change.change} data-variant={decimalVariant(gain)}>
              <span>{own.change(gain, currency)}</span>
            </span>
          )}
          <Proofs {...{ line, coins, portfolioId, currency, timeZone, filedId }} />
        </span>
      </td>
    </tr>
  );
}

const writeDay = (day: string) => formatDay(`${day}T00:00:00Z`);
const writeAcquired = (day: TaxLine['acquiredAt']) =>
  day === null || day === 'various' ? day : writeDay(day);

function Proofs({
  line,
  coins,
  portfolioId,
  currency,
  timeZone,
  filedId,
}: Omit<LineProps, 'rowIndex' | 'hasAcquired'> & { coins: string }) {
  const isWithoutGain = line.kind === 'gift_out' && line.gain === null;
  if (isWithoutGain) return null;
  const working = { line, coins, timeZone };
  if (filedId !== undefined) {
    const request = { figure: 'gain', report: filedId, line: line.number, currency, working } as const;
    return <WhyButton label={`Gain of ${coins}, as filed`} request={request} />;
  }
  // Proofs of other portfolios can be opened only on those portfolios' pages.
  const proofs = line.proofs.filter((proof) => proof.portfolioId === portfolioId).slice(0, maxProofs);
  return proofs.map(({ portfolioId: _own, ...request }, index) => (
    <WhyButton
      key={`${request.transaction ?? ''} ${request.isFee ?? ''}`}
      label={`Gain of ${coins}${proofs.length > 1 ? `, disposal ${index + 1} of ${proofs.length}` : ''}`}
      request={{ ...request, working }}
    />
  ));
}
