import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LedgerHolding, Preview } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { decimalVariant, formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { hiddenFigure } from '#web/lib/hidden-amounts.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { multiplyTruncated } from '#web/lib/money/multiply-decimal.ts';
import { getDecimalSeparator } from '#web/lib/money/number-style.ts';
import { describeUnread, readDecimal, writeDecimal } from '#web/lib/money/read-decimal.ts';
import change from '#web/ui/change.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { isZero } from '../decimal-sum.ts';
import { formatDay } from '../format-day.ts';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { useOwnFigures } from '../own-figures.ts';
import { PartFailed } from '../part-failed.tsx';
import { ChoiceField } from '../transaction-form/choice-field.tsx';
import { previewQuery } from '../transaction-form/queries.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { methodList, methodNames } from './method-words.ts';
import styles from './methods.module.css';
import { findSaleSource, writeSale } from './write-sale.ts';

interface WhatIfProps {
  portfolioId: string;
  settings: LedgerSettings;
}

const shares = [
  ['10%', '0.1'],
  ['25%', '0.25'],
  ['50%', '0.5'],
  ['All', '1'],
] as const;
const settleMs = 300;

/** The gain of a hypothetical sale by every method, in the currency of `settings`. Stores nothing. */
export function WhatIf({ portfolioId, settings }: WhatIfProps) {
  const { data: loaded, error, refetch } = useLedgerHoldings(portfolioId);
  // After a change of the currency, those of the previous one may still be here, whose price would stay in its field.
  const data = loaded?.currency === settings.currency ? loaded : undefined;
  const held = data?.holdings.filter(({ amount }) => !isZero(amount) && !amount.startsWith('-')) ?? [];
  const [coinId, setCoinId] = useState('');
  const holding = held.find((each) => each.coinId === coinId) ?? held[0];
  const hasFailed = error !== null && !data;
  if (!holding && data) return null;
  return (
    <section
      className={`${card.card} ${styles.card}`}
      aria-labelledby="what-if-title"
      aria-busy={(!holding && !hasFailed) || undefined}
    >
      <div className={card.head}>
        <h2 className="heading3" id="what-if-title">
          What if I sell?
        </h2>
      </div>
      {hasFailed && (
        <PartFailed title="Your holdings could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!holding && !hasFailed && <Loading />}
      {holding && (
        <Sale
          key={holding.coinId}
          portfolioId={portfolioId}
          settings={settings}
          holding={holding}
          choice={
            <ChoiceField label="Sell" value={holding.coinId} onChange={setCoinId}>
              {held.map((each) => (
                <option key={each.coinId} value={each.coinId}>
                  {each.name} ({each.symbol.toUpperCase()})
                </option>
              ))}
            </ChoiceField>
          }
        />
      )}
    </section>
  );
}

interface SaleProps extends WhatIfProps {
  holding: LedgerHolding;
  choice: React.ReactNode;
}

/** What is sold: a part of the holding, or an amount as typed. */
type Sold = { readonly part: string } | { readonly typed: string; readonly wasHidden: boolean };

function Sale({ portfolioId, settings, holding, choice }: SaleProps) {
  const own = useOwnFigures();
  const separator = getDecimalSeparator();
  const { data: wallets } = useQuery(walletsQuery(portfolioId));
  const { amount: available, wallet } = findSaleSource(holding, settings.scope);
  const walletName = wallet === null ? undefined : wallets?.find(({ id }) => id === wallet)?.name;
  const shareOf = (part: string) => writeDecimal(multiplyTruncated(available, part), separator);
  const [sold, setSold] = useState<Sold>({ part: '0.1' });
  const amount = 'part' in sold ? shareOf(sold.part) : sold.typed;
  // While amounts are hidden, only what is typed then is shown.
  const isShown = !own.isHidden || ('typed' in sold && sold.wasHidden);
  const [price, setPrice] = useState(() => writeDecimal(holding.price ?? '', separator));
  const [readAmount, readPrice] = [readDecimal(amount, separator), readDecimal(price, separator)];
  const body =
    readAmount !== null && readPrice !== null
      ? writeSale(holding, readAmount, readPrice, { currency: settings.currency, wallet })
      : null;
  const settled = useDebouncedValue(body, settleMs);
  const { data, error, isError, isLoading, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(portfolioId, settled ?? '{}', settings.currency),
    enabled: settled !== null && body !== null,
    placeholderData: keepPreviousData,
  });
  const symbol = holding.symbol.toUpperCase();
  return (
    <div className={styles.whatIf}>
      <div className={styles.sale}>
        {choice}
        <Field
          label="Amount"
          name="sale-amount"
          inputMode="decimal"
          autoComplete="off"
          value={isShown ? amount : ''}
          placeholder={isShown ? undefined : hiddenFigure}
          error={readAmount === null ? describeUnread(amount) : undefined}
          hint={`You hold ${own.amount(available)} ${symbol}${walletName === undefined ? '' : ` in ${walletName}`}`}
          onChange={(event) => setSold({ typed: event.target.value, wasHidden: own.isHidden })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a row of buttons in every browser */}
        <div className={styles.shares} role="group" aria-label="Share of the holding">
          {shares.map(([name, part]) => (
            <button
              key={name}
              type="button"
              className={`${button.secondary} ${button.small}`}
              onClick={() => setSold({ part })}
            >
              {name}
            </button>
          ))}
        </div>
        <Field
          label="At a price of"
          name="sale-price"
          inputMode="decimal"
          autoComplete="off"
          unit={currencyOf(settings.currency).symbol.trim()}
          value={price}
          error={readPrice === null ? describeUnread(price) : undefined}
          hint="Nothing is stored."
          onChange={(event) => setPrice(event.target.value)}
        />
      </div>
      <div
        className={isPlaceholderData ? styles.dimmed : undefined}
        aria-live="polite"
        aria-busy={isLoading || isPlaceholderData}
      >
        {isError && body !== null && (
          <PartFailed
            title="This sale could not be calculated"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {body === null && <p className={styles.saleNote}>Enter an amount and a price.</p>}
        {!isError && body !== null && data && <Outcomes preview={data} settings={settings} />}
        {isLoading && <Loading />}
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      {methodList.map((method) => (
        <Skeleton key={method} height={24} />
      ))}
    </div>
  );
}

function Outcomes({ preview, settings }: { preview: Preview; settings: LedgerSettings }) {
  const own = useOwnFigures();
  const rows = preview.methods
    .filter(({ method, scope }) => scope === settings.scope || method === 'uk')
    .sort((a, b) => methodList.indexOf(a.method) - methodList.indexOf(b.method));
  return (
    <table className={`${table.table} ${styles.outcomes}`}>
      <caption className="visuallyHidden">Gain of this sale by every method</caption>
      <thead>
        <tr>
          <th className={table.left} scope="col">
            Method
          </th>
          <th className={`${table.left} ${styles.lotsCell}`} scope="col">
            Lots used
          </th>
          <th scope="col">Cost</th>
          <th scope="col">Gain</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ method, scope, cost, gain, matches }) => (
          <tr key={`${method} ${scope}`} aria-current={method === settings.method || undefined}>
            <th className={table.left} scope="row">
              {methodNames[method]}
            </th>
            <td className={`${table.left} ${styles.lotsCell} muted`}>
              {matches
                .slice(0, 4)
                .map(({ amount, acquiredAt, rule }) => {
                  if (rule === 'none') return `${own.amount(amount)} without a lot`;
                  return acquiredAt === null
                    ? 'the pool'
                    : `${own.amount(amount)} from ${formatDay(acquiredAt)}`;
                })
                .join(', ')}
              {matches.length > 4 && ` and ${matches.length - 4} more`}
            </td>
            <td>{cost === null ? 'not known' : own.money(cost, settings.currency)}</td>
            <td>
              {gain === null ? (
                <b>not known</b>
              ) : (
                <span
                  className={change.change}
                  data-variant={decimalVariant(gain)}
                  title={own.isHidden ? undefined : formatDecimalMoney(gain, settings.currency)}
                >
                  <span>{own.change(gain, settings.currency)}</span>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
