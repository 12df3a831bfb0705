import { useState } from 'react';
import { type GuideName, guideNames, guides } from '#contract/guides.ts';
import { LeadForm } from './lead-form.tsx';
import { LeadTerms } from './lead-terms.tsx';
import '../contact.css';

/** Offers the guides, one of them at a time. */
export function LeadBlock() {
  const [chosen, setChosen] = useState<GuideName>('portfolio-kit');
  return (
    <section className="card lead-block" aria-labelledby="guides-title">
      <div className="lead-head">
        <h2 className="h2" id="guides-title">
          Take a guide with you
        </h2>
        <p className="muted">Four short PDFs, with figures worked out. Free, by mail, without an account.</p>
      </div>
      <fieldset className="lead-guides" aria-label="Guide">
        {guideNames.map((name) => (
          <label key={name} className="lead-guide">
            <input type="radio" name="guide" checked={name === chosen} onChange={() => setChosen(name)} />
            <span>
              <b className="h4">{guides[name].title}</b>
              <span className="small muted">{guides[name].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="lead-ask">
        <LeadForm magnet={chosen} variant="inline" label="Send Me the Guide" />
        <LeadTerms />
      </div>
    </section>
  );
}
