import { LinkAction } from '#web/contact/link-action.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import pageStyles from '#web/ui/styles/page.module.css';

function ConfirmNewsletterPage() {
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      <LinkAction
        title="Confirm your address"
        description="Press the button to confirm the address that this link was mailed to, and get the newsletter or the guides you asked for."
        label="Confirm"
        busyLabel="Confirming…"
        action="confirm"
        fallback={{
          description: 'You can subscribe to the newsletter again below the articles in the blog.',
          label: 'Go to the Blog',
          to: paths.blog,
        }}
      />
    </div>
  );
}

export const page: PageModule = {
  Page: ConfirmNewsletterPage,
  head: () => ({
    title: 'Confirm your address',
    description: 'Confirm your address for the newsletter and guides.',
    canonical: paths.confirmNewsletter,
    noindex: true,
  }),
};
