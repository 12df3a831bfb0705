import { describeFailure } from '#web/lib/errors.ts';

/** Texts by the names of WebAuthn's errors. */
const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device can’t store a passkey: it needs a screen lock, fingerprint or PIN.',
  NotSupportedError: 'This device can’t store a passkey that works here.',
  SecurityError: 'Passkeys don’t work at this address.',
};

/** Whether the user cancelled it on the device or let it time out: nothing is wrong then. */
export function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name);
}

/** Why a passkey failed, for people; null where nothing failed or the user cancelled. */
export function describePasskeyFailure(failure: unknown, what: string): string | null {
  if (isCancelled(failure)) return null;
  const reason = failure instanceof Error ? reasons[failure.name] : undefined;
  return reason ?? describeFailure(failure, what);
}
