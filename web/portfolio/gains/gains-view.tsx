import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { DisposalPage } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { formatCount } from '#web/lib/formats.ts';
import { currencyOf, isWide } from '#web/lib/money/currency.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useNow } from '#web/lib/use-now.ts';
import change from '#web/ui/change.module.css';
import { SmallSelect } from '#web/ui/form/small-select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { methodNames } from '../methods/method-words.ts';
import { useOwnFigures } from '../own-figures.ts';
import { PartFailed } from '../part-failed.tsx';
import { WhyButton } from '../proof/why-button.tsx';
import { describeUnknownGains } from './describe-unknown-gains.ts';
import { DisposalEntry } from './disposal-entry.tsx';
import styles from './gains.module.css';
import { disposalsQuery, gainYearsQuery } from './queries.ts';
import { YearCards } from './year-cards.tsx';

interface GainsViewProps {
  portfolioId: string;
  onSettings: () => void;
}

/** A portfolio's gains: a card for each year, and the chosen year's disposals with the lots they used. */
export function GainsView({ portfolioId, onSettings }: GainsViewProps) {
  const [search, setSearch] = useSearchParams();
  const { data: held, error: heldError, refetch } = useLedgerHoldings(portfolioId, true);
  const gainYears = useQuery(gainYearsQuery(portfolioId));
  const now = useNow() ?? Date.now();
  const thisYear = new Date(now).getUTCFullYear();
  if (!held || !gainYears.data) {
    const retry = () => void Promise.all([refetch(), gainYears.refetch()]);
    return (
      <div className={card.card}>
        {heldError || gainYears.error ? (
          <PartFailed
            title="The gains could not be calculated"
            error={heldError ?? gainYears.error}
            onRetry={retry}
          />
        ) : (
          <Loading />
        )}
      </div>
    );
  }
  const { method, scope, currency } = held;
  const settings = { method, scope, currency };
  const [newest = thisYear, ...older] = gainYears.data;
  const years = [newest, ...older];
  const wanted = Number(search.get('year'));
  const year = years.includes(wanted) ? wanted : newest;
  const coin = search.get('coin') ?? undefined;
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  return (
    <div className={styles.gains} data-wide={isWide(currencyOf(currency)) || undefined}>
      <YearCards
        portfolioId={portfolioId}
        years={years}
        year={year}
        coin={coin}
        settings={settings}
        onYear={(next) => set('year', String(next))}
      />
      <section className={`${card.card} ${styles.card}`} aria-labelledby="gains-title">
        <div className={`${card.head} ${styles.head}`}>
          <h2 className="heading3" id="gains-title">
            Gains in {year}
          </h2>
          <div className={styles.choices}>
            <SmallSelect label="Coin" value={coin ?? ''} onChange={(value) => set('coin', value)}>
              <option value="">All coins</option>
              {held.holdings.map(({ coinId, name }) => (
                <option key={coinId} value={coinId}>
                  {name}
                </option>
              ))}
            </SmallSelect>
            <button
              type="button"
              className={`${button.secondary} ${button.small}`}
              aria-haspopup="dialog"
              onClick={onSettings}
            >
              {methodNames[method]}
              <ChevronDown className="icon iconSmall" aria-hidden="true" />
            </button>
          </div>
        </div>
        <Disposals
          key={`${year} ${coin}`}
          portfolioId={portfolioId}
          year={year}
          coin={coin}
          settings={settings}
        />
      </section>
    </div>
  );
}

interface DisposalsProps {
  portfolioId: string;
  year: number;
  coin: string | undefined;
  settings: LedgerSettings;
}

function Disposals({ portfolioId, year, coin, settings }: DisposalsProps) {
  const query = useInfiniteQuery(disposalsQuery(portfolioId, { year, coin, ...settings }));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const [first] = data?.pages ?? [];
  if (!data || !first) {
    if (error)
      return (
        <PartFailed title="The disposals could not be loaded" error={error} onRetry={() => void refetch()} />
      );
    return <Loading />;
  }
  if (first.totals.count === 0) {
    return (
      <div className={pageState.state}>
        <h3 className="heading3">No disposals in {year}</h3>
        <p>Sales, swaps, spending, losses and fees in coins appear here with the lots they used.</p>
      </div>
    );
  }
  return (
    <>
      <Totals totals={first.totals} settings={settings} year={year} coin={coin} />
      <div className={styles.columnNames} aria-hidden="true">
        <span>Disposals and the lots they used</span>
        <span>Proceeds</span>
        <span>Cost</span>
        <span>Gain</span>
      </div>
      {data.pages.flatMap(({ disposals }) =>
        disposals.map((disposal) => (
          <DisposalEntry
            key={`${disposal.transactionId} ${disposal.coinId} ${disposal.isFee}`}
            disposal={disposal}
            settings={settings}
          />
        )),
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <button
            type="button"
            className={button.secondary}
            aria-disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </>
  );
}

interface TotalsProps extends Pick<DisposalsProps, 'year' | 'coin' | 'settings'> {
  totals: DisposalPage['totals'];
}

function Totals({ totals, year, coin, settings }: TotalsProps) {
  const { currency } = settings;
  const own = useOwnFigures();
  const span = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
  const unknown = describeUnknownGains(totals);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Proceeds</dt>
        <dd title={own.moneyTitle(totals.proceeds, currency)}>{own.money(totals.proceeds, currency)}</dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd title={own.moneyTitle(totals.cost, currency)}>{own.money(totals.cost, currency)}</dd>
      </div>
      <div>
        <dt>Gain</dt>
        <dd title={own.moneyTitle(totals.gain, currency)}>
          <span className={change.change} data-variant={decimalVariant(totals.gain)}>
            <span>{own.change(totals.gain, currency)}</span>
          </span>
          <WhyButton
            label={`Gain in ${year}`}
            request={{ figure: 'realized', ...(coin !== undefined && { coin }), ...span, ...settings }}
          />
        </dd>
      </div>
      <div>
        <dt>Disposals</dt>
        <dd>{formatCount(totals.count)}</dd>
        {unknown !== null && <dd className="meta">{unknown}, not included in the gain</dd>}
      </div>
    </dl>
  );
}

const places = ['first', 'second', 'third'];

function Loading() {
  return (
    <div className={styles.loading} role="status">
      <span className="visuallyHidden">Loading the gains</span>
      {places.map((place) => (
        <Skeleton key={place} height={56} />
      ))}
    </div>
  );
}
