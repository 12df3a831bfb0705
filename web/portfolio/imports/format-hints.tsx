import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import card from '#web/ui/styles/card.module.css';
import styles from './imports.module.css';
import { formatsQuery } from './queries.ts';

/** Where to find the export of each exchange. */
export function FormatHints() {
  const { data: formats } = useQuery(formatsQuery());
  if (!formats) return null;
  return (
    <section className={`${card.card} ${styles.hints}`} aria-labelledby="hints-title">
      <h2 className="heading4" id="hints-title">
        Where do I find this file?
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
