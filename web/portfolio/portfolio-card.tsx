import { Wallet } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';

/** What the portfolio is for, to a visitor who is not signed in. */
export function PortfolioCard() {
  return (
    <section className="card card-pad pf-guest" aria-labelledby="portfolio-title">
      <div className="row between">
        <h2 className="h3" id="portfolio-title">
          Portfolio
        </h2>
        <Wallet className="i" aria-hidden="true" />
      </div>
      <p className="muted">See what your coins are worth and what you paid, minute by minute.</p>
      <Link className="btn btn-secondary btn-block" to={paths.signIn}>
        Sign in to add holdings
      </Link>
    </section>
  );
}
