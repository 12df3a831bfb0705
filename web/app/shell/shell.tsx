import { type ReactNode, useState } from 'react';
import { getToken } from '#web/accounts/session/session.ts';
import { VerificationBanner } from '#web/accounts/sign-in/verification-banner.tsx';
import { toggleHiddenAmounts } from '#web/lib/hidden-amounts.ts';
import { type KeyCommand, useKeys } from '#web/lib/keys.ts';
import { toggleTheme } from '#web/lib/theme.ts';
import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { PendingStar } from '#web/watchlist/star/pending-star.tsx';
import { AgeLine } from './age-line.tsx';
import styles from './bar/bar.module.css';
import { Bar } from './bar/bar.tsx';
import { openSearchByKey } from './bar/search-box.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { OverlayHost } from './overlay-host.tsx';
import { Strip } from './strip/strip.tsx';
import { ToastHost } from './toast-host.tsx';
import { TooltipHost } from './tooltip-host.tsx';

/** The frame of every page: bar, overview strip, age, footer and overlays. */
export function Shell({ children }: { children: ReactNode }) {
  const [searchText, setSearchText] = useState('');
  const { state, isSimulated } = useMarketStatus();
  useKeys(runCommand);
  return (
    <div className={styles.shell} data-market={isSimulated && state === 'live' ? 'simulated' : state}>
      <a className={styles.skipLink} href="#main">
        Skip to content
      </a>
      <Bar searchText={searchText} onSearchText={setSearchText} />
      <Strip />
      <AgeLine />
      <VerificationBanner />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <BottomBar />
      <OverlayHost text={searchText} onText={setSearchText} />
      <ToastHost />
      <TooltipHost />
      <PendingStar />
    </div>
  );
}

function runCommand(command: KeyCommand): void {
  if (command === 'theme') toggleTheme();
  else if (command === 'search') openSearchByKey();
  else if (command === 'amounts') {
    if (getToken() !== null) toggleHiddenAmounts();
  } else openOverlay('keys');
}
