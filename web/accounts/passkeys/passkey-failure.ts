import { describeFailure } from '#web/lib/form/form-fields.ts';

/** By the names that WebAuthn gives to what went wrong on the device. */
const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  ConstraintError: 'This device cannot keep a passkey: it needs a screen lock, fingerprint or PIN.',
  NotSupportedError: 'This device cannot keep a passkey that works here.',
  SecurityError: 'Passkeys do not work at this address of the site.',
};

/** Whether the user, or the time they had, ended it on the device: nothing is wrong then. */
export function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name);
}

/** Why something with a passkey failed, for people; null where nothing failed, or the user called it off. */
export function describePasskeyFailure(failure: unknown, what: string): string | null {
  if (isCancelled(failure)) return null;
  const reason = failure instanceof Error ? reasons[failure.name] : undefined;
  return reason ?? describeFailure(failure, what);
}
