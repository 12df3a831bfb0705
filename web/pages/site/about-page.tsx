import { siteContactsQuery, useSiteContacts } from '#web/contact/queries.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { AboutView } from '#web/site/about-view.tsx';
import { Socials } from '#web/site/socials.tsx';

function AboutPage() {
  const { contacts } = useSiteContacts();
  return (
    <div className="pageWidth">
      <AboutView contacts={contacts} socials={<Socials />} />
    </div>
  );
}

export const page: PageModule = {
  Page: AboutPage,
  async load({ queryClient, read }) {
    await queryClient.prefetchQuery(siteContactsQuery(read));
    return {};
  },
  head: ({ siteName }) => ({
    title: 'About',
    description: `What ${siteName} is for, what it stands for, and how to reach the people behind it.`,
    canonical: paths.about,
  }),
};
