import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { LegalView } from '#web/site/legal/legal-view.tsx';
import { terms, termsVersion } from '#web/site/legal/terms.ts';

function TermsPage() {
  return (
    <div className="pageWidth">
      <LegalView title="Terms of Service" version={termsVersion} sections={terms} />
    </div>
  );
}

export const page: PageModule = {
  Page: TermsPage,
  head: ({ siteName }) => ({
    title: 'Terms of Service',
    description: `The terms under which ${siteName} can be used.`,
    canonical: paths.terms,
  }),
};
