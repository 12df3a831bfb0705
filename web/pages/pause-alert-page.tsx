import { AuthWaiting } from '#web/accounts/sign-in/auth-waiting.tsx';
import { NoPauseLink, PauseByLink } from '#web/alerts/delivery/pause-by-link.tsx';
import { useLocation } from '#web/lib/router/page-location.ts';
import pageStyles from '#web/ui/styles/page.module.css';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { useHydrated } from '../lib/use-hydrated.ts';

/** The target of the link in an alert's e-mail. Works whether signed in or not. */
function PauseAlertPage() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const token = hash.replace(/^#/, '');
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      {!isHydrated && <AuthWaiting />}
      {isHydrated && (token === '' ? <NoPauseLink /> : <PauseByLink key={token} token={token} />)}
    </div>
  );
}

export const page: PageModule = {
  Page: PauseAlertPage,
  head: () => ({
    title: 'Pause an alert',
    description: 'Pause an alert from its e-mail.',
    canonical: paths.pauseAlert,
    noindex: true,
  }),
};
