import Archive from 'lucide-react/icons/archive';
import type { TaxBasis } from '#contract/tax/choice.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import { taxBasisNames, taxCountryNames } from '#contract/tax/words.ts';
import { SmallSelect } from '#web/ui/form/small-select.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useFileReport } from './mutations.ts';
import { taxPath } from './queries.ts';
import { SaveButtons } from './save-buttons.tsx';
import styles from './tax.module.css';
import { type TaxChoice, taxCountryList, taxYearName } from './tax-choice.ts';

const taxBasisList = Object.keys(taxBasisNames) as TaxBasis[];

interface TaxChooserProps {
  portfolioId: string;
  choice: TaxChoice;
  years: readonly number[];
  /** The report to save or file. Undefined if there is none. */
  report: TaxReport | undefined;
  onChoose: (change: Partial<TaxChoice>) => void;
}

/** Chooses a report's country and year, with buttons to save and file it. */
export function TaxChooser({ portfolioId, choice, years, report, onChoose }: TaxChooserProps) {
  const { country, year, basis } = choice;
  return (
    <div className={`${card.head} ${styles.head}`}>
      <h2 className="heading3" id="tax-title">
        Tax report
      </h2>
      <div className={styles.choices}>
        <SmallSelect
          label="Country"
          value={country}
          onChange={(value) => onChoose({ country: value as TaxChoice['country'] })}
        >
          {taxCountryList.map((each) => (
            <option key={each} value={each}>
              {taxCountryNames[each]}
            </option>
          ))}
        </SmallSelect>
        <SmallSelect label="Year" value={year} onChange={(value) => onChoose({ year: Number(value) })}>
          {years.map((each) => (
            <option key={each} value={each}>
              {taxYearName(country, each)}
            </option>
          ))}
        </SmallSelect>
        {country === 'US' && (
          <SmallSelect
            label="Lots before 2025"
            value={basis}
            onChange={(value) => onChoose({ basis: value as TaxBasis })}
          >
            {taxBasisList.map((each) => (
              <option key={each} value={each}>
                {taxBasisNames[each]}
              </option>
            ))}
          </SmallSelect>
        )}
      </div>
      {report && <ReportActions portfolioId={portfolioId} choice={choice} />}
    </div>
  );
}

function ReportActions({ portfolioId, choice }: Pick<TaxChooserProps, 'portfolioId' | 'choice'>) {
  const { mutate, isPending } = useFileReport(portfolioId);
  return (
    <div className={styles.actions}>
      <SaveButtons
        what="this report"
        name={`altimeter-tax-${choice.country}-${choice.year}`}
        pathOf={(format) => taxPath(portfolioId, choice, format)}
      />
      <button
        type="button"
        className={`${button.primary} ${button.small}`}
        aria-disabled={isPending || undefined}
        title="Keeps the report as it is now and later shows what has changed"
        onClick={() => mutate(choice)}
      >
        <Archive className="icon" aria-hidden="true" />
        {isPending ? 'Marking…' : 'Mark as filed'}
      </button>
    </div>
  );
}
