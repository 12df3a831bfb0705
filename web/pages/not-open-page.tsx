import { useLocation } from 'react-router';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';

/** What each page that is not open yet is going to be, in a line. */
const subjects = {
  [paths.subscribe]: ['Subscribe', 'Paid plans are not open yet; everything that works today is free.'],
} as const;

type NotOpenPath = keyof typeof subjects;

/** The page of an address that is known but not open yet. It says so, and what works today. */
export function notOpenPage(path: NotOpenPath): PageModule {
  const [name, purpose] = subjects[path];
  return {
    Page: NotOpenPage,
    head: () => ({
      title: `${name} is not open yet | Altimeter`,
      description: purpose,
      canonical: path,
      noindex: true,
    }),
  };
}

function NotOpenPage() {
  const path = useLocation().pathname.toLowerCase().replace(/\/+$/, '');
  const [name, purpose] = subjects[path as NotOpenPath] ?? ['This page', ''];
  return (
    <div className="wrap center">
      <div className="not-open">
        <h1 className="h1">{`${name} is not open yet`}</h1>
        <p className="muted">{purpose}</p>
        <p className="muted">
          What works today: live prices of the top 100 coins, a page with charts for every coin, and search.
        </p>
        <Link className="btn btn-primary" to={paths.home}>
          Browse Markets
        </Link>
      </div>
    </div>
  );
}
