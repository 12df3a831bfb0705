import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TransactionType } from '#contract/ledger/transaction.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { ApiError } from '#web/lib/errors.ts';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import change from '#web/ui/change.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { formatDay } from '../format-day.ts';
import { inSentence } from '../methods/method-words.ts';
import { useOwnFigures } from '../own-figures.ts';
import { type EffectParts, readEffect } from './effect-parts.ts';
import { previewQuery } from './queries.ts';
import styles from './transaction-form.module.css';

interface TransactionEffectProps {
  portfolioId: string;
  /** The transaction as JSON. Null while it is incomplete or invalid. */
  preview: string | null;
  type: TransactionType;
  /** While the transaction is being saved, its effect isn't recalculated, because it could count twice. */
  isSaving: boolean;
  /** The coins chosen in the form. */
  coins: readonly CoinMatch[];
  settings: LedgerSettings;
}

const settleMs = 300;

/** Shows what saving a transaction would do to holdings and gains. */
export function TransactionEffect(props: TransactionEffectProps) {
  const { portfolioId, preview, type, isSaving, coins, settings } = props;
  const settled = useDebouncedValue(preview, settleMs);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(portfolioId, settled ?? '{}', settings.currency),
    enabled: settled !== null && preview !== null && !isSaving,
    placeholderData: (previous, query) => (query?.queryKey[4] === settings.currency ? previous : undefined),
  });
  const isOld = isPlaceholderData || settled !== preview;
  return (
    <section className={styles.effect} aria-labelledby="effect-title" aria-live="polite" aria-busy={isOld}>
      <h3 className="heading4" id="effect-title">
        What this does
      </h3>
      {preview === null && <p className={styles.effectWait}>Fill in the fields above to see the effect.</p>}
      {preview !== null && error && <EffectFailed error={error} onRetry={() => void refetch()} />}
      {preview !== null && !error && !data && (
        <div className={styles.effectWait}>
          <span className="visuallyHidden">Calculating</span>
          <Skeleton width="70%" />
          <Skeleton width="90%" />
          <Skeleton width="50%" />
        </div>
      )}
      {preview !== null && !error && data && (
        <div className={isOld ? styles.dimmed : undefined}>
          <Effect parts={readEffect(data, type, settings, coins)} type={type} settings={settings} />
        </div>
      )}
    </section>
  );
}

function EffectFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const issue = error instanceof ApiError ? (error.issues[0]?.message ?? error.reason) : undefined;
  return (
    <p className={styles.effectWait}>
      {issue ?? 'The effect could not be calculated. You can still save.'}{' '}
      <button type="button" className={`${button.ghost} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

interface EffectProps {
  parts: EffectParts;
  type: TransactionType;
  settings: LedgerSettings;
}

function Effect({ parts, type, settings: { currency, method } }: EffectProps) {
  const own = useOwnFigures();
  const { disposal, hasGain, others, added, after, problems } = parts;
  const cost = (text: string | null) =>
    text === null ? 'cost not known' : `cost ${own.money(text, currency)}`;
  const uses = disposal?.matches.map((match) => {
    const amount = own.amount(match.amount);
    if (match.rule === 'none') return `${amount} without a lot: no cost`;
    const origin = match.acquiredAt === null ? 'from the pool' : `from ${formatDay(match.acquiredAt)}`;
    return `${amount} ${origin}, ${cost(match.cost)}`;
  });
  const unlisted = disposal ? disposal.matchCount - disposal.matches.length : 0;
  if (unlisted > 0) uses?.push(`and ${unlisted.toLocaleString('en-US')} more`);
  return (
    <dl>
      {uses && <Line term={`Lots used (${inSentence(method)})`}>{listLines(uses)}</Line>}
      {disposal && hasGain && (
        <Line term="Gain">
          <Gain text={disposal.gain} currency={currency} />{' '}
          <span className="muted">
            proceeds {own.money(disposal.proceeds, currency)} − {cost(disposal.cost)}
          </span>
        </Line>
      )}
      {disposal && !hasGain && type === 'gift_out' && (
        <Line term="Gain">None: a gift leaves with its cost</Line>
      )}
      {added.map((coins) => (
        <Line key={coins.coinId} term="Adds">
          {own.amount(coins.amount)} {coins.symbol.toUpperCase()}, {cost(coins.cost)}
        </Line>
      ))}
      {type === 'transfer' && <Line term="Moves">The coins with their dates and costs</Line>}
      {after.map(({ coinId, name, symbol, amount, averageCost }) => (
        <Line key={coinId} term={`${name} afterwards`}>
          {own.amount(amount)} {symbol.toUpperCase()}
          {averageCost !== null && `, average cost ${own.money(averageCost, currency)}`}
        </Line>
      ))}
      {others.length > 0 && (
        <Line term="By other methods">
          {others.map((each) => (
            <span key={each.method} className={styles.otherMethod}>
              {inSentence(each.method)} <Gain text={each.gain} currency={currency} />
            </span>
          ))}
        </Line>
      )}
      {problems.length > 0 && (
        <Line term="Please note">
          <b>{listLines(problems.map(({ message }) => message))}</b>
        </Line>
      )}
    </dl>
  );
}

function Gain({ text, currency }: { text: string | null; currency: string }) {
  const own = useOwnFigures();
  if (text === null) return <b>not known</b>;
  return (
    <span
      className={change.change}
      data-variant={decimalVariant(text)}
      title={own.moneyTitle(text, currency)}
    >
      <span>{own.change(text, currency)}</span>
    </span>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Texts, one per line. */
function listLines(texts: readonly string[]): ReactNode {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat
    <span key={index} className={styles.line}>
      {text}
    </span>
  ));
}
