import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import card from '#web/ui/styles/card.module.css';
import styles from './imports.module.css';
import { formatsQuery, importsQuery } from './queries.ts';

/** Where to find each exchange’s file. Waits for the imports listed above, so that it doesn’t move. */
export function FormatHints({ portfolioId }: { portfolioId: string }) {
  const { data: formats } = useQuery(formatsQuery());
  const { isPending } = useQuery(importsQuery(portfolioId));
  if (!formats || isPending) return null;
  return (
    <section className={`${card.card} ${styles.hints}`} aria-labelledby="hints-title">
      <h2 className="heading4" id="hints-title">
        Where do I find my file?
      </h2>
      {formats.map(({ id, name, hint }) => (
        <details key={id}>
          <summary>
            {name}
            <ChevronDown className="icon" aria-hidden="true" />
          </summary>
          <p className="muted">{hint}</p>
        </details>
      ))}
    </section>
  );
}
