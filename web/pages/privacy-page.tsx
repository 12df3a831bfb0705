import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { LegalView } from '../site/legal/legal-view.tsx';
import { privacy, privacyVersion } from '../site/legal/privacy.ts';
import '../site/site.css';

function PrivacyPage() {
  return (
    <div className="wrap">
      <LegalView title="Privacy Policy" version={privacyVersion} sections={privacy} />
    </div>
  );
}

export const page: PageModule = {
  Page: PrivacyPage,
  head: () => ({
    title: 'Privacy Policy | Altimeter',
    description: 'What Altimeter stores, sends and sets, how long it is kept, and what you can do about it.',
    canonical: paths.privacy,
  }),
};
