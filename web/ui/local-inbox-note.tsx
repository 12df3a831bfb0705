import Info from 'lucide-react/icons/info';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { Link } from './link.tsx';
import note from './styles/note.module.css';

/** Where the mail is, on a machine that sends no mail. */
export function LocalInboxNote() {
  const { hasLocalInbox } = useSite();
  if (!hasLocalInbox) return null;
  return (
    <p className={note.note}>
      <Info className="icon" aria-hidden="true" />
      <span>
        No mail server is configured:{' '}
        <Link className="link" to={paths.inbox}>
          open the local inbox
        </Link>{' '}
        with the link that the server printed
      </span>
    </p>
  );
}
