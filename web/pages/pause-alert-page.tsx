import { LinkToken } from '#web/accounts/sign-in/link-token.tsx';
import { NoPauseLink, PauseByLink } from '#web/alerts/delivery/pause-by-link.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';

/** The target of the link in an alert's e-mail. Works whether signed in or not. */
function PauseAlertPage() {
  return <LinkToken missing={<NoPauseLink />}>{(token) => <PauseByLink token={token} />}</LinkToken>;
}

export const page: PageModule = {
  Page: PauseAlertPage,
  head: () => ({
    title: 'Pause an alert',
    description: 'Pause an alert from its email.',
    canonical: paths.pauseAlert,
    noindex: true,
  }),
};
