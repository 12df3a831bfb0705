import { useQueries, useQuery } from '@tanstack/react-query';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import { hasCode } from '#web/lib/errors.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import { LockedPart } from '../locked-part.tsx';
import { ledgerHoldingsQuery } from '../lots/queries.ts';
import { PartFailed } from '../part-failed.tsx';
import { portfoliosQuery } from '../queries.ts';
import { FiledReports } from './filed-reports.tsx';
import { OtherPortfolios } from './other-portfolios.tsx';
import { taxReportQuery } from './queries.ts';
import styles from './tax.module.css';
import {
  listTaxYears,
  readCountry,
  readOthers,
  readYear,
  type TaxChoice,
  writeStoredChoice,
} from './tax-choice.ts';
import { TaxChooser } from './tax-chooser.tsx';
import { TaxReportParts } from './tax-report-parts.tsx';

const feature = 'taxReports';
const local = () => localStorage;

/** Tax reports by country and year, and the filed ones. Locked if the plan doesn't include them. */
export function TaxView({ portfolioId }: { portfolioId: string }) {
  const isUnlocked = useHasFeature(feature);
  return (
    <div className={styles.tax}>
      {isUnlocked === undefined && <LoadingCard />}
      {isUnlocked === false && <Locked />}
      {isUnlocked === true && <UnlockedReport portfolioId={portfolioId} />}
      <FiledReports portfolioId={portfolioId} />
    </div>
  );
}

function Locked() {
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-title">
      <div className={card.head}>
        <h2 className="heading3" id="tax-title">
          Tax reports
        </h2>
      </div>
      <LockedPart
        feature={feature}
        what="Tax reports under the rules of five countries, with a proof of every line, are"
        action="Unlock tax reports"
      />
    </section>
  );
}

/** The chosen report, from the URL, this browser and the ledgers. `isKnown` is false while these are loading. */
function useTaxChoice(portfolioId: string) {
  const [search, setSearch] = useSearchParams();
  const { data: portfolios = [] } = useQuery(portfoliosQuery());
  const otherPortfolios = portfolios.filter(({ id }) => id !== portfolioId);
  const others = readOthers(
    search,
    otherPortfolios.map(({ id }) => id),
  );
  const ledgers = useQueries({
    queries: [portfolioId, ...others].map((id) => ledgerHoldingsQuery(id, true)),
  });
  const now = useNow() ?? Date.now();
  const sources = {
    search,
    stored: readStored(local, storageKeys.tax),
    language: navigator.language,
  };
  const country = readCountry(sources);
  const [first] = ledgers
    .flatMap(({ data }) => data?.holdings ?? [])
    .flatMap(({ firstAcquiredAt }) => firstAcquiredAt ?? [])
    .sort();
  const years = listTaxYears(country, first === undefined ? null : Date.parse(first), now);
  const choice: TaxChoice = {
    country,
    year: readYear(sources, years),
    basis: search.get('basis') === 'wallet' ? 'wallet' : 'allocated',
    others,
  };
  const choose = (change: Partial<TaxChoice>) => {
    const chosen = { ...choice, ...change };
    writeStored(local, storageKeys.tax, writeStoredChoice(chosen));
    const next = new URLSearchParams(search);
    for (const name of ['country', 'year', 'basis'] as const) next.set(name, String(chosen[name]));
    if (chosen.country !== 'US') next.delete('basis');
    if (chosen.others.length > 0) next.set('with', chosen.others.join(','));
    else next.delete('with');
    setSearch(next, { replace: true });
  };
  return {
    choice,
    otherPortfolios,
    years,
    choose,
    isKnown: ledgers.every(({ data }) => data !== undefined),
    isError: ledgers.some(({ isError }) => isError),
    refetch: () => ledgers.forEach(({ refetch }) => void refetch()),
  };
}

function UnlockedReport({ portfolioId }: { portfolioId: string }) {
  const chosen = useTaxChoice(portfolioId);
  const { choice, otherPortfolios, years, choose, isKnown, isError, refetch: readAgain } = chosen;
  const report = useQuery({ ...taxReportQuery(portfolioId, choice), enabled: isKnown });
  const { data, error, refetch } = report;
  if (hasCode(error, 'plan_required')) return <Locked />;
  const retry = () => void (isKnown ? refetch() : readAgain());
  const chooser = (
    <>
      <TaxChooser portfolioId={portfolioId} choice={choice} years={years} report={data} onChoose={choose} />
      <OtherPortfolios
        portfolios={otherPortfolios}
        chosen={choice.others}
        onChoose={(others) => choose({ others })}
      />
    </>
  );
  if (data) return <TaxReportParts portfolioId={portfolioId} report={data} chooser={chooser} />;
  return (
    <section
      className={`${card.card} ${styles.card}`}
      aria-labelledby="tax-title"
      aria-busy={!error && !isError}
    >
      {chooser}
      {error || isError ? (
        <PartFailed title="The report could not be calculated" error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

const places = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function LoadingCard() {
  return (
    <div className={`${card.card} ${styles.card}`}>
      <Loading />
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.loading} data-long role="status">
      <span className="visuallyHidden">Calculating the tax report</span>
      {places.map((place) => (
        <Skeleton key={place} height={52} />
      ))}
    </div>
  );
}
