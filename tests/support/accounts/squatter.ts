import fc from 'fast-check';
import { expect } from 'vitest';
import { type AccountApp, day, minute } from './account-app.ts';
import type { AccountClient } from './account-client.ts';

/*
 * A squatter requests codes for someone else's address, from any number of browsers and networks, and enters wrong
 * ones, between the owner's steps. The codes themselves only reach the owner's mailbox.
 */

interface Step {
  readonly kind: 'ask' | 'sign up' | 'leave' | 'guess' | 'wait';
  readonly browser: number;
  /** How many codes to guess. */
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

/** What the squatter does before the owner requests a code, and between that and entering it. */
export interface SquatterSteps {
  readonly before: readonly Step[];
  readonly between: readonly Step[];
}

/** Few enough that strangers can't use up the day's e-mails. */
const maxSteps = 6;

const squatterSteps: fc.Arbitrary<SquatterSteps> = fc.record({
  before: fc.array(stepOf('ask', 'sign up', 'leave', 'guess', 'wait'), { maxLength: maxSteps }),
  between: fc.array(stepOf('ask', 'sign up', 'leave', 'guess'), { maxLength: maxSteps }),
});

/** How the owner signed in. */
export interface Entry {
  /** How many codes the owner requested. */
  readonly requests: number;
  /** How long the owner waited (ms). */
  readonly waitedMs: number;
}

let networks = 0;
/** Opens a browser on a new network. */
function openBrowser(site: AccountApp): AccountClient {
  networks += 1;
  return site.browser(`10.${networks >> 8}.${networks & 255}.1`);
}

/** Returns how the owner signs in, first in a new browser and then in one known to the account. */
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
  // Two e-mails at the same instant would make it a matter of chance which is the newest.
  site.pass(1000);
  return { inNewBrowser, inKnownBrowser: await enter(site, known, email, disturb) };
}

/** Checks, for random squatters, that the owner gets in: at once in a known browser, within 15 minutes in a new one. */
export async function checkOwnerGetsIn(site: AccountApp, numRuns: number): Promise<void> {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(squatterSteps, async (steps) => {
      round += 1;
      const email = `owner-${round}@example.com`;
      const { inNewBrowser, inKnownBrowser } = await squatAndSignIn(site, email, steps);
      expect(inKnownBrowser).toEqual({ requests: 1, waitedMs: 0 });
      expect(inNewBrowser.waitedMs).toBeLessThanOrEqual(15 * minute);
    }),
    { numRuns },
  );
}

async function squat(site: AccountApp, client: AccountClient, email: string, step: Step): Promise<void> {
  if (step.kind === 'wait') return site.pass(step.ms);
  if (step.kind === 'ask') await client.signIn(email);
  if (step.kind === 'sign up') await client.signUp(email);
  if (step.kind === 'leave') await client.call('DELETE', '/api/account');
  if (step.kind !== 'guess') return;
  for (let i = 0; i < step.times; i++) {
    if ((await client.verify(email, 'GGGG-GGGG')).status === 200) throw new Error('the squatter signed in');
  }
}

const maxRequests = 5;

/** Requests a code, enters the newest one, and requests another if it is refused, as a person would. */
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
    // So that its e-mail is the newest.
    site.pass(1000);
    await disturb();
    if (status === 200 && (await client.verify(email, await site.codeTo(email))).status === 200)
      return { requests, waitedMs };
    wait(status === 429 ? Number(headers['retry-after']) * 1000 : minute);
  }
  throw new Error('the owner was kept out');
}
