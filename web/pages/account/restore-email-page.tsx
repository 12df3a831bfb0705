import { InvalidRestoreLink, RestoreEmail } from '#web/accounts/settings/restore-email.tsx';
import { AuthWaiting } from '#web/accounts/sign-in/auth-waiting.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import pageStyles from '#web/ui/styles/page.module.css';

/** The target of the link that undoes a change of e-mail address. Works whether signed in or not. */
function RestoreEmailPage() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const token = hash.replace(/^#/, '');
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      {!isHydrated && <AuthWaiting />}
      {isHydrated && (token === '' ? <InvalidRestoreLink /> : <RestoreEmail key={token} token={token} />)}
    </div>
  );
}

export const page: PageModule = {
  Page: RestoreEmailPage,
  head: () => ({
    title: 'Restore your address',
    description: 'Undo a change of the e-mail address of your account.',
    canonical: paths.restoreEmail,
    noindex: true,
  }),
};
