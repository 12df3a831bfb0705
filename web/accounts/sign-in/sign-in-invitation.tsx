import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

interface SignInInvitationProps {
  title: string;
  /** What the page is for, in a line. */
  purpose: string;
  /** What it does, a line each. */
  points: readonly string[];
  icon: ReactNode;
}

/** What a page for users is to a visitor: what it is for, with the ways in. */
export function SignInInvitation({ title, purpose, points, icon }: SignInInvitationProps) {
  return (
    <>
      <div className="view-h">
        <div>
          <h1 className="h1">{title}</h1>
          <p>{purpose}</p>
        </div>
      </div>
      <div className="card state invitation">
        {icon}
        <h2 className="h3">Sign in to see yours</h2>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <Check className="i" aria-hidden="true" />
              {point}
            </li>
          ))}
        </ul>
        <div className="row">
          <Link className="btn btn-primary" to={paths.signUp}>
            Sign Up
          </Link>
          <Link className="btn btn-secondary" to={paths.signIn}>
            Sign In
          </Link>
        </div>
        <p className="small">Free, with an e-mail address and a name. No password.</p>
      </div>
    </>
  );
}
