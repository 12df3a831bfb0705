import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { NotFound } from '#web/site/not-found.tsx';

/** The page for an unknown path, with three links. */
export const page: PageModule = {
  Page: NotFound,
  head: () => ({
    title: 'Page Not Found',
    description: 'There is nothing at this address.',
    canonical: paths.home,
    noindex: true,
  }),
};
