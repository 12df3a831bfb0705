import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './bar.module.css';

/** The logo and the name, linking to the home page. */
export function Brand() {
  const { name } = useSite();
  return (
    <Link className={styles.brand} to={paths.home} aria-label={`${name}, home`}>
      <Mark />
      <span>{name}</span>
    </Link>
  );
}

/** The logo: a slope, a scale and a level line that form an A. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M12.6 2.2 3.2 21.6" stroke="currentColor" strokeWidth="2.9" />
      <path d="M13.6 8.4h2M13.6 12.5h4M13.6 20.7h8.2" stroke="currentColor" strokeWidth="2.2" />
      <path className={styles.brandLevel} d="M8.6 16.6h11.2" strokeWidth="2.2" />
    </svg>
  );
}
