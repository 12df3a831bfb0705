import { ContactView } from '#web/contact/contact-view.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { claims } from '#web/site/claims.ts';

function ContactPage() {
  return (
    <div className="pageWidth">
      <ContactView refresh={claims.refresh} />
    </div>
  );
}

export const page: PageModule = {
  Page: ContactPage,
  head: () => ({
    title: 'Contact | Altimeter',
    description:
      'Write to the people behind Altimeter, see when they can be reached, and read frequent questions.',
    canonical: paths.contact,
  }),
};
