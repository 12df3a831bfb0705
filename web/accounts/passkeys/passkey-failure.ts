import { describeFailure } from '#web/lib/errors.ts';

/** Explanations by name of the WebAuthn error. */
const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device can’t store a passkey: it needs a screen lock, fingerprint or PIN.',
  NotSupportedError: 'This device can’t store a passkey that works here.',
  SecurityError: 'Passkeys don’t work at this address.',
};

/** Whether the user cancelled on the device or let it time out, which is not an error. */
export function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name);
}

/** Why a passkey failed, in words for the user. Null if nothing failed or the user cancelled. */
export function describePasskeyFailure(failure: unknown, fallback: string): string | null {
  if (isCancelled(failure)) return null;
  const reason = failure instanceof Error ? reasons[failure.name] : undefined;
  return reason ?? describeFailure(failure, fallback);
}
