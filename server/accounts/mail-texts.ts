/*
 * E-mail texts. None of them contains anything the requester typed: strangers can have mail sent to any address.
 */
import type { Instant } from '#contract/units.ts';
import type { MailText } from '#server/platform/mail/mail-text.ts';

/** The site that signs every e-mail. */
export interface MailSite {
  readonly siteName: string;
  /** The origin of the links. */
  readonly publicUrl: string;
}

export interface CodeMail extends MailSite {
  /** As shown to users. */
  readonly code: string;
  readonly email: string;
  readonly request: 'sign_up' | 'sign_in';
  /** Whether an account has verified the address. */
  readonly isKnown: boolean;
}

const signature = ({ siteName, publicUrl }: MailSite) => `${siteName}\n${publicUrl}\n`;

const ending = (site: MailSite) =>
  `If you didn't ask for this code, you can ignore this email: nobody can get in without it. Never share the code with anyone.\n\n${signature(site)}`;

/** The e-mail with the code and the link for signing up or in. */
export function describeCode(mail: CodeMail): MailText {
  const { code, email, publicUrl, siteName, request, isKnown } = mail;
  const link = `${publicUrl}/signin/verify#${new URLSearchParams({ email, code })}`;
  return {
    subject: `${code} is your ${siteName} code`,
    text: `${describeOpening({ request, isKnown, siteName })}

    ${code}

The code works once, within 10 minutes, and only in the browser where you asked for it. There, you can also open this link:

    ${link}

${ending(mail)}`,
  };
}

function describeOpening({
  request,
  isKnown,
  siteName,
}: Pick<CodeMail, 'request' | 'isKnown' | 'siteName'>): string {
  if (request === 'sign_up')
    return isKnown
      ? `You already have an account at ${siteName} with this address. Enter this code to sign in to it; whatever you have added since signing up moves there too:`
      : `Welcome to ${siteName}. Enter this code to verify your email address:`;
  return isKnown
    ? `Enter this code to sign in to ${siteName} or to confirm that it's you:`
    : `There is no verified account at ${siteName} with this address yet. Enter this code to verify the address and create one:`;
}

/** The e-mail with the code that confirms a changed address, sent to the new one. */
export function describeEmailChange({ code, ...site }: MailSite & { code: string }): MailText {
  const { siteName } = site;
  return {
    subject: `${code} is your ${siteName} code`,
    text: `Enter this code to make this the email address of your ${siteName} account:

    ${code}

The code works once, within 10 minutes, and only in the browser where you asked for it.

${ending(site)}`,
  };
}

/** The notice to the old address that the account has a new one, with the link that undoes it. */
export function describeEmailChanged({ token, ...site }: MailSite & { token: string }): MailText {
  const { siteName, publicUrl } = site;
  return {
    subject: `The email address of your ${siteName} account was changed`,
    text: `Your ${siteName} account has a new email address. You can no longer sign in with this one.

If this wasn't you, open this link within 72 hours. Its button restores this address, signs out everybody, and deletes all passkeys and API keys:

    ${publicUrl}/account/restore#${token}

Then sign in with this address. For anything else, contact us: ${publicUrl}/contact

${signature(site)}`,
  };
}

/** The notice of a sign-in from a browser new to the account. It omits the user agent, which a thief could choose. */
export function describeNewBrowser({ at, ...site }: MailSite & { at: Instant }): MailText {
  const { siteName, publicUrl } = site;
  const time = new Date(at).toISOString();
  return {
    subject: `New sign-in to your ${siteName} account`,
    text: `Somebody signed in to your ${siteName} account in a new browser, on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC.

If this was you, there is nothing to do. If it wasn't, end that session, and delete the passkeys and API keys that aren't yours: ${publicUrl}/account

${signature(site)}`,
  };
}

/** The notice of a new API key. It omits the key's name, which a thief could choose to reassure the owner. */
export function describeApiKeyAdded({ isReadOnly, ...site }: MailSite & { isReadOnly: boolean }): MailText {
  const { siteName, publicUrl } = site;
  return {
    subject: `An API key was created for your ${siteName} account`,
    text: `An API key was created for your ${siteName} account. Programs that use it can ${isReadOnly ? 'read' : 'read and change'} your watchlist, portfolios and alerts.

If this wasn't you, delete the key and end your other sessions right away: ${publicUrl}/account

${signature(site)}`,
  };
}

/** The notice of a new passkey. */
export function describePasskeyAdded(site: MailSite): MailText {
  const { siteName, publicUrl } = site;
  return {
    subject: `A passkey was added to your ${siteName} account`,
    text: `A passkey was added to your ${siteName} account. Anyone who has it can sign in without a code from this mailbox.

If this wasn't you, delete the passkey and end your other sessions right away: ${publicUrl}/account

${signature(site)}`,
  };
}
