import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

/** Shown in the market table's Watchlist tab if no listed coin is watched. */
export function NoneWatched() {
  return (
    <div className={pageState.state}>
      <h3 className="heading4">No watched coins in this table</h3>
      <SessionGate
        signedIn={
          <>
            <p>Press the star beside a coin to watch it.</p>
            <Link className={button.secondary} to={paths.watchlist}>
              Open your watchlist
            </Link>
          </>
        }
        waiting={<p>Press the star beside a coin to watch it.</p>}
        signedOut={
          <>
            <p>With a free account, the coins you star appear here.</p>
            <Link className={button.secondary} to={paths.signUp}>
              Create free account
            </Link>
          </>
        }
      />
    </div>
  );
}
