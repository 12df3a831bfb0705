/*
 * Mail texts. None of them contains anything the sender of a request typed: strangers can have a mail sent to any
 * address.
 */

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

/** The notice to the old address that the account has a new one. */
export function describeEmailChanged({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'The e-mail address of your Altimeter account was changed',
    text: `Your Altimeter account has a new e-mail address. You can no longer sign in with this one.

If this wasn't you, contact us right away: ${publicUrl}/contact

${signature(publicUrl)}`,
  };
}

/** The notice of a new API key. It leaves out the key's name, which a thief could choose to reassure the owner. */
export function describeApiKeyAdded({ publicUrl }: { publicUrl: string }): MailText {
  return {
    subject: 'An API key was created for your Altimeter account',
    text: `An API key was created for your Altimeter account. Programs that use it can read and change your watchlist, portfolios and alerts.

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
