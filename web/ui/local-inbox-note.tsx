import { Info } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { Link } from './link.tsx';

/** Where the mail is, on a machine that sends no mail. */
export function LocalInboxNote() {
  const { hasLocalInbox } = useSite();
  if (!hasLocalInbox) return null;
  return (
    <p className="note">
      <Info className="i" aria-hidden="true" />
      <span>
        No mail server is configured:{' '}
        <Link className="link link-line" to={paths.inbox}>
          open the local inbox
        </Link>
      </span>
    </p>
  );
}
