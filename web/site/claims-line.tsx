import { useSite } from '../lib/site.ts';
import styles from './claims-line.module.css';

/** The operator's claims in one line: what there is no room for is left out, from the end. Nothing where there are none. */
export function ClaimsLine() {
  const { figures, refresh } = useSite().claims;
  const shown = refresh ? [...figures, { figure: refresh, name: 'prices every' }] : figures;
  if (shown.length === 0) return null;
  return (
    <dl className={styles.claims} data-part="claims">
      {shown.map(({ figure, name }) => (
        <div key={name}>
          <dt>{name}</dt> <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
