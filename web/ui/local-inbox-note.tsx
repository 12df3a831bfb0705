import Info from 'lucide-react/icons/info';
import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';
import { Link } from './link.tsx';
import note from './styles/note.module.css';

/** Says where to find e-mails on a server that doesn't send them. */
export function LocalInboxNote() {
  const { hasLocalInbox } = useSite();
  if (!hasLocalInbox) return null;
  return (
    <p className={note.note}>
      <Info className="icon" aria-hidden="true" />
      <span>
        No mail server is configured.{' '}
        <Link className="link" to={paths.inbox}>
          Open the local inbox
        </Link>{' '}
        with the link that the server printed.
      </span>
    </p>
  );
}
