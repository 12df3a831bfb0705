import { lazyModule } from '#web/lib/lazy-module.ts';

/** The dialogs of alerts, loaded when the first is opened. */
export const alertDialogs = lazyModule(() => import('./alert-dialogs.tsx'));
