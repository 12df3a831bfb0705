import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** What happens with an address that is left for a guide. */
export function LeadTerms() {
  return (
    <p className="small muted">
      One mail with the link, nothing after it.{' '}
      <Link className="link" to={paths.privacy}>
        Privacy
      </Link>
    </p>
  );
}
