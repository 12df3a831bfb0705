import { useSite } from '#web/lib/site.ts';
import styles from './claims-line.module.css';

/** Upper bounds of the width of a letter and of a separator, in ems: larger text leaves room for fewer claims. */
const letterWidth = 7 / 13;
const gapWidth = 20 / 13;

/**
 * The operator's claims on one line; the last ones are left out if there is no room. `isWrapped` shows all of them.
 * Renders nothing if there are none.
 */
export function ClaimsLine({ isWrapped = false }: { isWrapped?: boolean }) {
  const { figures, refresh } = useSite().claims;
  const shown = refresh ? [...figures, { figure: refresh, name: 'prices every' }] : figures;
  if (shown.length === 0) return null;
  let room = 0;
  return (
    <dl className={isWrapped ? styles.wrapped : styles.claims} data-part="claims">
      {shown.map(({ figure, name }) => {
        room += (name.length + 1 + figure.length) * letterWidth + gapWidth;
        const needed = Math.min(99, Math.ceil(room - gapWidth));
        const width = !isWrapped && { 'data-tens': Math.floor(needed / 10), 'data-ones': needed % 10 };
        return (
          <div key={name} {...width}>
            <dt>{name}</dt> <dd>{figure}</dd>
          </div>
        );
      })}
    </dl>
  );
}
