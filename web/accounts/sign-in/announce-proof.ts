import { showToast } from '#web/ui/overlay/toast.ts';

/** Says that the address of the account that is open here is proved, which is all that changed. */
export function announceProof(): void {
  showToast({ title: 'E-mail verified', description: 'You can sign in with it from any browser now.' });
}
