import type { Disposal, Match } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import change from '#web/ui/change.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import badge from '#web/ui/styles/badge.module.css';
import { formatClock, formatDay } from '../format-day.ts';
import { ruleNames } from '../methods/method-words.ts';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { WhyButton } from '../proof/why-button.tsx';
import styles from './gains.module.css';
import { describeHoldingPeriod } from './holding-period.ts';

interface DisposalEntryProps {
  disposal: Disposal;
  /** By which its gain was calculated. */
  settings: LedgerSettings;
}

/** A disposal: its proceeds, cost and gain, and the lots it used. */
export function DisposalEntry({ disposal, settings }: DisposalEntryProps) {
  const { currency } = settings;
  const { transactionId, disposedAt, coinId, symbol, amount, isFee, proceeds, cost, gain } = disposal;
  const own = useOwnFigures();
  const [search] = useSearchParams();
  const unlisted = (disposal.matchCount ?? 0) - disposal.matches.length;
  return (
    <article className={styles.disposal}>
      <div className={styles.disposalHead}>
        <CoinLogo coinId={coinId} size={24} />
        <h3 className="heading4" title={own.amountTitle(amount)}>
          {isFee && 'Fee of '}
          {own.amount(amount)} {symbol.toUpperCase()}
        </h3>
        <Link
          className={`meta ${styles.disposalDate}`}
          to={`${paths.portfolio}${tabSearch(search, 'transactions', { transaction: transactionId })}`}
          title="Show the transaction"
        >
          {formatDay(disposedAt)}, {formatClock(disposedAt)}
        </Link>
        <dl className={styles.disposalFigures}>
          <div>
            <dt>Proceeds</dt>
            <dd title={own.moneyTitle(proceeds, currency)}>{own.money(proceeds, currency)}</dd>
          </div>
          <div>
            <dt>Cost</dt>
            <dd title={own.moneyTitle(cost, currency)}>
              {cost === null ? <b>not known</b> : own.money(cost, currency)}
            </dd>
          </div>
          <div>
            <dt>Gain</dt>
            <dd title={own.moneyTitle(gain, currency)}>
              {gain === null ? (
                <b>not known</b>
              ) : (
                <span className={change.change} data-variant={decimalVariant(gain)}>
                  <span>{own.change(gain, currency)}</span>
                </span>
              )}
              <WhyButton
                label={`Gain of ${own.amount(amount)} ${symbol.toUpperCase()}`}
                request={{
                  ...{ figure: 'gain', coin: coinId, transaction: transactionId, isFee },
                  ...settings,
                }}
              />
            </dd>
          </div>
        </dl>
      </div>
      <ul className={styles.matches}>
        {disposal.matches.map((match, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lot may be used twice; the order is the method's
          <MatchEntry key={index} match={match} disposal={disposal} currency={currency} />
        ))}
        {unlisted > 0 && (
          <li className={styles.unlisted}>and {countOf(unlisted, 'more lot')}, not listed here</li>
        )}
      </ul>
      {disposal.problems.map(({ message }) => (
        <p key={message} className={styles.problem}>
          {message}
        </p>
      ))}
    </article>
  );
}

interface MatchEntryProps extends Pick<DisposalEntryProps, 'disposal'> {
  match: Match;
  currency: string;
}

function MatchEntry({ match, disposal, currency }: MatchEntryProps) {
  const { amount, acquiredAt, cost, rule } = match;
  const own = useOwnFigures();
  const symbol = disposal.symbol.toUpperCase();
  const isMissing = rule === 'none';
  return (
    <li className={isMissing ? `${styles.match} ${styles.missing}` : styles.match}>
      <span className={badge.outline}>{ruleNames[rule]}</span>
      <span>
        {own.amount(amount)} {symbol} {isMissing && 'without a known acquisition'}
        {!isMissing && acquiredAt === null && 'from the pool'}
        {!isMissing && acquiredAt !== null && (
          <>
            from {formatDay(acquiredAt)}{' '}
            <span className="muted">{describeHoldingPeriod(acquiredAt, disposal.disposedAt)}</span>
          </>
        )}
      </span>
      <span className={styles.matchCost}>{cost === null ? 'no cost' : own.money(cost, currency)}</span>
    </li>
  );
}
