import { lazyModule } from '#web/lib/lazy-module.ts';

/** The alert dialogs, loaded when one is first opened. */
export const lazyAlertDialogs = lazyModule(() => import('./alert-dialogs.tsx'));
