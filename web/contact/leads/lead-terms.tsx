import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** How we use an address given for a guide. */
export function LeadTerms() {
  return (
    <p className="small muted">
      One email with the link, nothing else.{' '}
      <Link className="link" to={paths.privacy}>
        Privacy
      </Link>
    </p>
  );
}
