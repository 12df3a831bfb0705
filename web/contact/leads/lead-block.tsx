import { useState } from 'react';
import { type GuideName, guideNames, guides } from '#contract/guides.ts';
import card from '#web/ui/styles/card.module.css';
import styles from '../contact.module.css';
import { LeadForm } from './lead-form.tsx';
import { LeadTerms } from './lead-terms.tsx';

/** Offers the guides, one of them at a time. */
export function LeadBlock() {
  const [chosen, setChosen] = useState<GuideName>('portfolio-kit');
  return (
    <section className={`${card.card} ${styles.leadBlock}`} data-part="guides" aria-labelledby="guides-title">
      <div className={styles.leadHead}>
        <h2 className="heading2" id="guides-title">
          Take a guide with you
        </h2>
        <p className="muted">Four short PDFs with worked examples. Free, by email, no account needed.</p>
      </div>
      <fieldset className={styles.leadGuides} aria-label="Guide">
        {guideNames.map((name) => (
          <label key={name} className={styles.leadGuide}>
            <input type="radio" name="guide" checked={name === chosen} onChange={() => setChosen(name)} />
            <span>
              <b className="heading4">{guides[name].title}</b>
              <span className="small muted">{guides[name].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={styles.leadAsk}>
        <LeadForm magnet={chosen} variant="inline" label="Send Me the Guide" />
        <LeadTerms />
      </div>
    </section>
  );
}
