import { showToast } from '#web/ui/overlay/toast.ts';

/** Says that the user's address is verified, because nothing else on the page shows it. */
export function announceVerification(): void {
  showToast({ title: 'Email verified', description: 'You can now sign in with it from any browser.' });
}
