/*
 * What the mails say. Nothing in them was written by whoever asked: strangers can have a mail sent to any address.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface CodeMail {
  /** As it is shown. */
  readonly code: string;
  readonly email: string;
  /** The origin of the link. */
  readonly publicUrl: string;
  /** What was asked for. */
  readonly request: 'sign_up' | 'sign_in';
  /** Whether the address has a proved account. */
  readonly isKnown: boolean;
}

const ending = (publicUrl: string) =>
  `If you did not ask for this, do nothing: nobody gets in without the code. Never pass it on to anybody.\n\nAltimeter\n${publicUrl}\n`;

/** The mail with the code and the link for signing up or in. */
export function describeCode({ code, email, publicUrl, request, isKnown }: CodeMail): MailText {
  const link = `${publicUrl}/signin/verify#${new URLSearchParams({ email, code })}`;
  return {
    subject: `${code} is your Altimeter code`,
    text: `${openings[request][isKnown ? 'known' : 'unknown']}

    ${code}

It works for 10 minutes, once, and only in the browser that asked for it. There you can also open

    ${link}

${ending(publicUrl)}`,
  };
}

const openings = {
  sign_up: {
    known:
      'You already have an Altimeter account with this address. Enter this code to sign in to it; what you have added since signing up moves there:',
    unknown: 'Welcome to Altimeter. Enter this code to prove that this address is yours:',
  },
  sign_in: {
    known: 'Enter this code to sign in to Altimeter, or to confirm there that it is you:',
    unknown:
      'This address has no proved Altimeter account yet. Enter this code to prove that it is yours, and you have one:',
  },
} as const;

/** The mail with the code for a changed address, to the new one. */
export function describeEmailChange({ code, publicUrl }: { code: string; publicUrl: string }): MailText {
  return {
    subject: `${code} is your Altimeter code`,
    text: `Enter this code to make this the address of your Altimeter account:

    ${code}

It works for 10 minutes, once, and only in the browser that asked for it.

${ending(publicUrl)}`,
  };
}

/** The notice to the old address that it is no longer the account's. */
export function describeEmailChanged({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'The address of your Altimeter account was changed',
    text: `Your Altimeter account now has another e-mail address; this one no longer opens it.

If that was not you, write to us at once: ${publicUrl}/contact

Altimeter
${publicUrl}
`,
  };
}

/**
 * The notice that a program can use the account from now on. Without the key's name: a thief would write there that
 * all is well.
 */
export function describeApiKeyAdded({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'An API key was made for your Altimeter account',
    text: `An API key was made for your Altimeter account. A program that has it can read and change your watchlist, portfolios and alerts.

If that was not you, delete it and end the other sessions at once: ${publicUrl}/account

Altimeter
${publicUrl}
`,
  };
}

/** The notice that a passkey opens the account from now on. */
export function describePasskeyAdded({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'A passkey was added to your Altimeter account',
    text: `A passkey was added to your Altimeter account. Whoever holds it can sign in without a code from this mailbox.

If that was not you, delete it and end the other sessions at once: ${publicUrl}/account

Altimeter
${publicUrl}
`,
  };
}
