import { showToast } from '#web/ui/overlay/toast.ts';

/** Says that the address of the open account is verified: nothing else on the page changes. */
export function announceProof(): void {
  showToast({ title: 'E-mail verified', description: 'You can now sign in with it from any browser.' });
}
