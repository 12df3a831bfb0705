import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { lazyModule, useLazyModule } from '#web/lib/lazy-module.ts';
import { paths } from '#web/lib/paths.ts';
import overview from '#web/market/overview/overview.module.css';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './portfolio-card.module.css';

// Loaded lazily, so that visitors without an account don't download it.
const portfolioValue = lazyModule(() => import('./portfolio-value.tsx'));
const waiting = <span className={`${skeleton.skeleton} ${styles.skeleton}`} aria-hidden="true" />;

/** Starts loading what the card shows to a signed-in user. */
export function prefetchPortfolioCard(queryClient: QueryClient): void {
  portfolioValue.load().then(
    ({ prefetchTotalValue }) => prefetchTotalValue(queryClient),
    () => {},
  );
}

/** The value of the user's portfolio. Visitors see what it is for. */
export function PortfolioCard() {
  return (
    <section className={`${card.card} ${overview.card} ${styles.card}`} aria-labelledby="portfolio-title">
      <div className={overview.head}>
        <h2 className="heading3" id="portfolio-title">
          Portfolio
        </h2>
        <SessionGate
          signedIn={
            <Link className="link small" to={paths.portfolio}>
              Open
            </Link>
          }
          waiting={null}
          signedOut={null}
        />
      </div>
      <SessionGate
        signedIn={
          <ErrorBoundary resetKey={null} fallback={() => null}>
            <Suspense fallback={waiting}>
              <LoadedValue />
            </Suspense>
          </ErrorBoundary>
        }
        waiting={waiting}
        signedOut={
          <>
            <p className={`muted ${styles.invitation}`}>
              See what your coins are worth, minute by minute, and what you paid.
            </p>
            <Link className={`${button.secondary} ${button.block}`} to={paths.signIn}>
              Sign in to add holdings
            </Link>
          </>
        }
      />
    </section>
  );
}

function LoadedValue() {
  const { PortfolioValue } = useLazyModule(portfolioValue);
  return <PortfolioValue />;
}
