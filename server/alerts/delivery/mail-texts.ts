import type { AlertRepeat } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import type { MarketSource } from '#contract/market.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { describeFiring, formatChange } from './describe-firing.ts';

export interface FiringMail {
  readonly firing: AlertFiringTable;
  readonly repeat: AlertRepeat;
  readonly cooldownMinutes: number;
  /** What follows the `#` of the link that pauses the alert. */
  readonly pauseToken: string;
  /** The origin of the links. */
  readonly publicUrl: string;
}

const sources: Record<MarketSource, string> = {
  coingecko: 'CoinGecko',
  simulated: 'the demo market: simulated, not real',
};

/** The mail that tells of a firing, to the user whose alert it was. */
export function describeFiringMail(mail: FiringMail): { subject: string; text: string } {
  const { firing, publicUrl, pauseToken } = mail;
  const { name, symbol, note } = firing;
  const change = firing.change_24h === null ? 'not known' : formatChange(firing.change_24h);
  return {
    subject: describeFiring(firing),
    text: `${describeFiring({ ...firing, name: `${name} (${symbol.toUpperCase()})` })}.

    Price       ${formatDollars(firing.price)}
    24h change  ${change}
    ${describeCrossing(firing)}
    Noticed     ${toText(firing.fired_at)}
    Prices by   ${sources[firing.source]}
${note === null ? '' : `\nYour note: ${note}\n`}
${describeRest(mail)}, open this and press the button there:

    ${publicUrl}/alerts/pause#${pauseToken}

The link pauses this one alert and opens nothing else. Your alerts, and whether they are mailed at all:

    ${publicUrl}/alerts

Altimeter
${publicUrl}
`,
  };
}

/** One instant alone: its condition held when it was armed, and it was to fire all the same. */
function describeCrossing({ crossed_after, crossed_by }: AlertFiringTable): string {
  if (crossed_after === crossed_by) return `Held        when you set the alert, and at ${toText(crossed_by)}`;
  return `Crossed     between ${toText(crossed_after)} and ${toText(crossed_by)}`;
}

function describeRest({ repeat, cooldownMinutes }: FiringMail): string {
  if (repeat === 'once')
    return 'This alert is done: it fires again only once you arm it again. To pause it then';
  return `This alert stays active. It rests for ${describeMinutes(cooldownMinutes)}, then it fires at the next crossing. To pause it`;
}

function describeMinutes(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`;
}

function toText(instant: number): string {
  return new Date(instant)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
