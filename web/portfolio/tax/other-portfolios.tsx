import { useId } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { maxOtherPortfolios } from '#contract/tax/max-other-portfolios.ts';
import styles from './tax.module.css';

interface OtherPortfoliosProps {
  /** The account's other portfolios. */
  portfolios: readonly Portfolio[];
  /** Ids of those included. */
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Includes other portfolios of the account in the report. Renders nothing if there are none. */
export function OtherPortfolios({ portfolios, chosen, onChoose }: OtherPortfoliosProps) {
  const titleId = useId();
  if (portfolios.length === 0) return null;
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in every browser
    <div className={styles.others} role="group" aria-labelledby={titleId}>
      <span id={titleId} className="muted">
        Include other portfolios
      </span>
      {portfolios.map(({ id, name }) => (
        <label key={id} className={styles.other}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= maxOtherPortfolios}
            onChange={() => toggle(id)}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  );
}
