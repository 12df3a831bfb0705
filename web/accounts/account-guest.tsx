import { UserRound } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';

/** What an account is for, to a visitor. */
export function AccountGuest() {
  return (
    <div className="card state">
      <UserRound className="i i-20" aria-hidden="true" />
      <h2 className="h3">Your account lives here</h2>
      <p>
        Your name and address, where you are signed in, your plan, and all your data to take along or to
        delete. An e-mail address is all it takes.
      </p>
      <div className="row">
        <Link className="btn btn-primary" to={paths.signUp}>
          Sign Up
        </Link>
        <Link className="btn btn-secondary" to={paths.signIn}>
          Sign In
        </Link>
      </div>
    </div>
  );
}
