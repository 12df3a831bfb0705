import { InvalidRestoreLink, RestoreEmail } from '#web/accounts/settings/restore-email.tsx';
import { LinkToken } from '#web/accounts/sign-in/link-token.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';

/** The target of the link that undoes a change of e-mail address. Works whether signed in or not. */
function RestoreEmailPage() {
  return <LinkToken missing={<InvalidRestoreLink />}>{(token) => <RestoreEmail token={token} />}</LinkToken>;
}

export const page: PageModule = {
  Page: RestoreEmailPage,
  head: () => ({
    title: 'Restore your address',
    description: 'Undo a change of the email address of your account.',
    canonical: paths.restoreEmail,
    noindex: true,
  }),
};
