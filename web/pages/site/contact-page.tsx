import { SupportNote } from '#web/billing/plans/support-note.tsx';
import { ContactView } from '#web/contact/contact-view.tsx';
import { siteContactsQuery } from '#web/contact/queries.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';

function ContactPage() {
  return (
    <div className="pageWidth">
      <ContactView priority={<SupportNote />} />
    </div>
  );
}

export const page: PageModule = {
  Page: ContactPage,
  async load({ queryClient, read }) {
    await queryClient.prefetchQuery(siteContactsQuery(read));
    return {};
  },
  head: ({ siteName }) => ({
    title: 'Contact',
    description: `Write to the people behind ${siteName}, see when they can be reached, and read frequently asked questions.`,
    canonical: paths.contact,
  }),
};
