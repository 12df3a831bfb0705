import fc from 'fast-check';
import { type AccountApp, day, minute } from './account-app.ts';
import type { AccountClient } from './account-client.ts';

/*
 * A squatter asks for codes of somebody else's address, from browsers and networks without end, and enters wrong ones,
 * between the steps of the owner. The codes themselves reach the owner's mailbox only.
 */

interface Step {
  readonly kind: 'ask' | 'sign up' | 'guess' | 'wait';
  readonly browser: number;
  /** How many codes are guessed. */
  readonly times: number;
  readonly ms: number;
}

const browserCount = 3;
const stepOf = (...kinds: Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    browser: fc.nat(browserCount - 1),
    times: fc.integer({ min: 1, max: 6 }),
    ms: fc.integer({ min: 1000, max: 4 * minute }),
  });

/** What the squatter does before the owner asks, and between that and entering the code. */
export interface SquatterSteps {
  readonly before: readonly Step[];
  readonly between: readonly Step[];
}

/** Not so many that strangers have used up the mails of the day. */
const maxSteps = 6;

export const squatterSteps: fc.Arbitrary<SquatterSteps> = fc.record({
  before: fc.array(stepOf('ask', 'sign up', 'guess', 'wait'), { maxLength: maxSteps }),
  between: fc.array(stepOf('ask', 'sign up', 'guess'), { maxLength: maxSteps }),
});

/** How the owner got in. */
export interface Entry {
  /** How often the owner asked for a code. */
  readonly requests: number;
  /** For how long the owner waited (ms). */
  readonly waitedMs: number;
}

let networks = 0;
/** A browser in a network that has done nothing yet. */
function openBrowser(site: AccountApp): AccountClient {
  networks += 1;
  return site.browser(`10.${networks >> 8}.${networks & 255}.1`);
}

/** Returns how the owner gets in, first in a new browser and then in one that the account knows. */
export async function squatAndSignIn(site: AccountApp, email: string, { before, between }: SquatterSteps) {
  const known = openBrowser(site);
  await known.signUp(email);
  if ((await known.verify(email, await site.codeTo(email))).status !== 200)
    throw new Error('the owner has no account');
  await known.call('POST', '/api/auth/signout');
  known.token = undefined;
  site.pass(day);
  const squatters = Array.from({ length: browserCount }, () => openBrowser(site));
  for (const one of before) await squat(site, squatters[one.browser]!, email, one);
  const disturb = async () => {
    for (const one of between) await squat(site, squatters[one.browser]!, email, one);
  };
  const inNewBrowser = await enter(site, openBrowser(site), email, disturb);
  // No two mails at the same instant: which is the newest would be chance.
  site.pass(1000);
  return { inNewBrowser, inKnownBrowser: await enter(site, known, email, disturb) };
}

async function squat(site: AccountApp, client: AccountClient, email: string, step: Step): Promise<void> {
  if (step.kind === 'wait') return site.pass(step.ms);
  if (step.kind === 'ask') await client.signIn(email);
  if (step.kind === 'sign up') await client.signUp(email);
  if (step.kind !== 'guess') return;
  for (let i = 0; i < step.times; i++) {
    if ((await client.verify(email, 'GGGG-GGGG')).status === 200) throw new Error('the squatter is in');
  }
}

const maxRequests = 5;

/** Asks for a code, enters the newest one, and asks again where that is refused, as a person would. */
async function enter(
  site: AccountApp,
  client: AccountClient,
  email: string,
  disturb: () => Promise<void>,
): Promise<Entry> {
  let waitedMs = 0;
  const wait = (ms: number) => {
    waitedMs += ms;
    site.pass(ms);
  };
  for (let requests = 1; requests <= maxRequests; requests++) {
    const { status, headers } = await client.signIn(email);
    // So that its mail is the newest.
    site.pass(1000);
    await disturb();
    if (status === 200 && (await client.verify(email, await site.codeTo(email))).status === 200)
      return { requests, waitedMs };
    wait(status === 429 ? Number(headers['retry-after']) * 1000 : minute);
  }
  throw new Error('the owner was kept out');
}
