/*
 * Mail texts. None of them contains anything the sender of a request typed: strangers can have a mail sent to any
 * address.
 */
import type { Instant } from '#contract/units.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface CodeMail {
  /** As shown to people. */
  readonly code: string;
  readonly email: string;
  /** The origin of the link. */
  readonly publicUrl: string;
  readonly request: 'sign_up' | 'sign_in';
  /** Whether an account has verified the address. */
  readonly isKnown: boolean;
}

const signature = (publicUrl: string) => `Altimeter\n${publicUrl}\n`;

const ending = (publicUrl: string) =>
  `If you didn't ask for this code, you can ignore this e-mail: nobody can get in without it. Never share the code with anyone.\n\n${signature(publicUrl)}`;

/** The mail with the code and the link for signing up or in. */
export function describeCode({ code, email, publicUrl, request, isKnown }: CodeMail): MailText {
  const link = `${publicUrl}/signin/verify#${new URLSearchParams({ email, code })}`;
  return {
    subject: `${code} is your Altimeter code`,
    text: `${openings[request][isKnown ? 'known' : 'unknown']}

    ${code}

The code works once, within 10 minutes, and only in the browser where you asked for it. There, you can also open this link:

    ${link}

${ending(publicUrl)}`,
  };
}

const openings = {
  sign_up: {
    known:
      'You already have an Altimeter account with this address. Enter this code to sign in to it; whatever you have added since signing up moves there too:',
    unknown: 'Welcome to Altimeter. Enter this code to verify your e-mail address:',
  },
  sign_in: {
    known: "Enter this code to sign in to Altimeter or to confirm that it's you:",
    unknown:
      'There is no verified Altimeter account with this address yet. Enter this code to verify the address and create one:',
  },
} as const;

/** The mail with the code that confirms a changed address, sent to the new one. */
export function describeEmailChange({ code, publicUrl }: { code: string; publicUrl: string }): MailText {
  return {
    subject: `${code} is your Altimeter code`,
    text: `Enter this code to make this the e-mail address of your Altimeter account:

    ${code}

The code works once, within 10 minutes, and only in the browser where you asked for it.

${ending(publicUrl)}`,
  };
}

/** The notice to the old address that the account has a new one, with the link that undoes it. */
export function describeEmailChanged({ token, publicUrl }: { token: string; publicUrl: string }): MailText {
  return {
    subject: 'The e-mail address of your Altimeter account was changed',
    text: `Your Altimeter account has a new e-mail address. You can no longer sign in with this one.

If this wasn't you, open this link within 72 hours. Its button restores this address and signs out everybody:

    ${publicUrl}/account/restore#${token}

Then sign in, and delete the passkeys and API keys that aren't yours. For anything else, contact us: ${publicUrl}/contact

${signature(publicUrl)}`,
  };
}

/** The notice of a sign-in in a browser that the account did not know. It leaves out what that browser says of itself. */
export function describeNewBrowser({ at, publicUrl }: { at: Instant; publicUrl: string }): MailText {
  const time = new Date(at).toISOString();
  return {
    subject: 'New sign-in to your Altimeter account',
    text: `Somebody signed in to your Altimeter account in a new browser, on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC.

If this was you, there is nothing to do. If it wasn't, end that session, and delete the passkeys and API keys that aren't yours: ${publicUrl}/account

${signature(publicUrl)}`,
  };
}

/** The notice of a new API key. It leaves out the key's name, which a thief could choose to reassure the owner. */
export function describeApiKeyAdded({
  isReadOnly,
  publicUrl,
}: {
  isReadOnly: boolean;
  publicUrl: string;
}): MailText {
  return {
    subject: 'An API key was created for your Altimeter account',
    text: `An API key was created for your Altimeter account. Programs that use it can ${isReadOnly ? 'read' : 'read and change'} your watchlist, portfolios and alerts.

If this wasn't you, delete the key and end your other sessions right away: ${publicUrl}/account

${signature(publicUrl)}`,
  };
}

/** The notice of a new passkey. */
export function describePasskeyAdded({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'A passkey was added to your Altimeter account',
    text: `A passkey was added to your Altimeter account. Anyone who has it can sign in without a code from this mailbox.

If this wasn't you, delete the passkey and end your other sessions right away: ${publicUrl}/account

${signature(publicUrl)}`,
  };
}
