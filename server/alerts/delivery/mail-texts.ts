import type { AlertRepeat } from '#contract/alerts/alerts.ts';
import { formatMoney } from '#contract/currencies/currency-text.ts';
import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { MailText } from '#server/platform/mail/mail-text.ts';
import { describeFiring, formatChange } from './describe-firing.ts';

export interface FiringMail {
  readonly firing: AlertFiringTable;
  readonly repeat: AlertRepeat;
  readonly cooldownMinutes: number;
  /** Goes after the `#` in the link that pauses the alert. */
  readonly pauseToken: string;
  readonly siteName: string;
  /** The origin of the links. */
  readonly publicUrl: string;
}

const sources: Record<MarketSource, string> = {
  coingecko: 'CoinGecko',
  simulated: 'Demo market (simulated, not real)',
};

/** The e-mail to the owner of an alert that fired. */
export function describeFiringMail(mail: FiringMail): MailText {
  const { firing, siteName, publicUrl, pauseToken } = mail;
  const { name, symbol, note } = firing;
  const change = firing.change_24h === null ? 'unknown' : formatChange(firing.change_24h);
  return {
    subject: describeFiring(firing),
    text: `${describeFiring({ ...firing, name: `${name} (${symbol.toUpperCase()})` })}.

    Price       ${formatMoney(firing.price, firing.currency)}
    24h change  ${change}
    ${describeCrossing(firing)}
    Detected    ${toText(firing.fired_at)}
    Source      ${sources[firing.source]}
${note === null ? '' : `\nYour note: ${note}\n`}
${describeNext(mail)}

    ${publicUrl}/alerts/pause#${pauseToken}

The link works without signing in and can only pause this alert. Manage your alerts and email notifications here:

    ${publicUrl}/alerts

${siteName}
${publicUrl}
`,
  };
}

/** The e-mail about several alerts of one owner. */
export function describeDigestMail({
  firings,
  siteName,
  publicUrl,
}: {
  firings: readonly AlertFiringTable[];
  siteName: string;
  publicUrl: string;
}): MailText {
  const title =
    firings.length === 1 ? '1 of your alerts triggered' : `${firings.length} of your alerts triggered`;
  return {
    subject: title,
    text: `${title}. More than ten alerts in ten minutes are combined in one email.

${firings.map(describeLine).join('\n')}

Manage your alerts and email notifications here:

    ${publicUrl}/alerts

${siteName}
${publicUrl}
`,
  };
}

function describeLine(firing: AlertFiringTable): string {
  const { name, symbol, note } = firing;
  const sentence = describeFiring({ ...firing, name: `${name} (${symbol.toUpperCase()})` });
  const change = firing.change_24h === null ? '' : `, ${formatChange(firing.change_24h)} in 24h`;
  const line = `- ${sentence}. Price ${formatMoney(firing.price, firing.currency)}${change}, ${toText(firing.fired_at)}`;
  return note === null ? line : `${line}\n  Your note: ${note}`;
}

/** Both instants are equal if nothing was crossed: the condition already held when the alert was set. */
function describeCrossing({ crossed_after, crossed_by }: AlertFiringTable): string {
  if (crossed_after === crossed_by) return `Met         when you set the alert, and at ${toText(crossed_by)}`;
  return `Crossed     between ${toText(crossed_after)} and ${toText(crossed_by)}`;
}

function describeNext({ repeat, cooldownMinutes }: FiringMail): string {
  if (repeat === 'once')
    return 'This alert has triggered and stays silent until you arm it again. To pause it once it is armed again, open this link and press the button:';
  return `This alert stays active. After a cooldown of ${describeMinutes(cooldownMinutes)}, it notifies you of the next crossing. To pause it, open this link and press the button:`;
}

function describeMinutes(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

function toText(instant: Instant): string {
  return new Date(instant)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
