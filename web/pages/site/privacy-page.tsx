import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { LegalView } from '#web/site/legal/legal-view.tsx';
import { privacy, privacyVersion } from '#web/site/legal/privacy.ts';

function PrivacyPage() {
  return (
    <div className="pageWidth">
      <LegalView title="Privacy Policy" version={privacyVersion} sections={privacy} />
    </div>
  );
}

export const page: PageModule = {
  Page: PrivacyPage,
  head: ({ siteName }) => ({
    title: 'Privacy Policy',
    description: `What ${siteName} stores, sends and sets, how long it is kept, and what you can do about it.`,
    canonical: paths.privacy,
  }),
};
