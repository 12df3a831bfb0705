import { listTaxFacts, type TaxFact } from '#contract/tax/facts.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import { formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import styles from './tax.module.css';

/** Facts for a country's tax forms and thresholds. */
export function CountryCards({ report: { details, currency } }: { report: TaxReport }) {
  const sections = listTaxFacts(details);
  if (sections.length === 0) return null;
  return (
    <div className={styles.countryCards}>
      {sections.map(({ title, facts }) => (
        <section key={title} className={`${card.card} ${styles.card}`} aria-label={title}>
          <div className={card.head}>
            <h2 className="heading4">{title}</h2>
          </div>
          <dl className={styles.factList}>
            {facts.map((fact) => (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd>
                  <FactValue fact={fact} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function FactValue({ fact, currency }: { fact: TaxFact; currency: string }) {
  const own = useOwnFigures();
  if ('text' in fact) return fact.text;
  if (fact.money === null) return 'not known';
  if (fact.isPublic) return formatDecimalMoney(fact.money, currency);
  return fact.isWhole ? own.wholeMoney(fact.money, currency) : own.money(fact.money, currency);
}
