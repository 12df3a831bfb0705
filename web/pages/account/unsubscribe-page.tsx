import { LinkAction } from '#web/contact/link-action.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import pageStyles from '#web/ui/styles/page.module.css';

function UnsubscribePage() {
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      <LinkAction
        title="Unsubscribe"
        description="Press the button to stop newsletters and guides to the address this link was mailed to. Emails about an account are not affected."
        label="Unsubscribe"
        busyLabel="Unsubscribing…"
        action="unsubscribe"
        fallback={{
          description: 'Open the link in our latest email to you, or write to us.',
          label: 'Contact support',
          to: paths.contact,
        }}
      />
    </div>
  );
}

export const page: PageModule = {
  Page: UnsubscribePage,
  head: () => ({
    title: 'Unsubscribe',
    description: 'Unsubscribe from newsletters and guides.',
    canonical: paths.unsubscribe,
    noindex: true,
  }),
};
