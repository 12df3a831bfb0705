import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { describeDigestMail, describeFiringMail } from './mail-texts.ts';
import {
  assignMail,
  findOpenDigest,
  listNewestTimes,
  listReported,
  listUnsentMails,
  type Recipient,
} from './notification-store.ts';
import type { PauseLinks } from './pause-links.ts';

/** A firing that its owner wants to get an e-mail about. */
export interface MailedFiring {
  readonly firing: AlertFiringTable;
  readonly recipient: Recipient;
  readonly address: string;
}

/** Queues e-mails about one account's firings. */
export interface MailService {
  mail(tx: Tx, firings: readonly MailedFiring[]): Promise<void>;
}

/** More e-mails than this within the window below are combined into digests. */
const maxSingleMails = 10;
const windowMs: Milliseconds = 10 * 60_000;
/** How long a digest waits for further firings. E-mails still leave within a minute. */
const digestDelayMs: Milliseconds = 45_000;
/** Keeps an e-mail below 200 KB. */
const maxDigestLength = 1_000;
/** After this an e-mail is no longer worth sending. */
const mailLifeMs: Milliseconds = 3 * 24 * 60 * 60_000;

export interface MailServiceDeps {
  readonly outbox: Pick<Outbox, 'add' | 'update' | 'recall'>;
  readonly pauseLinks: Pick<PauseLinks, 'sign'>;
  readonly siteName: string;
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

export function createMailService(deps: MailServiceDeps): MailService {
  return {
    async mail(tx, mailed) {
      const [first] = mailed;
      if (!first) return;
      const latest = mailed.at(-1)!.firing.fired_at;
      const times = await listNewestTimes(tx, first.firing.user_id, maxSingleMails + 1);
      const isMany = times.length > maxSingleMails && times.at(-1)! > latest - windowMs;
      if (isMany) return mailDigest(tx, deps, mailed);
      for (const each of mailed) await mailOne(tx, deps, each);
    },
  };
}

async function mailOne(
  tx: Tx,
  { outbox, pauseLinks, siteName, publicUrl }: MailServiceDeps,
  { firing, recipient, address }: MailedFiring,
): Promise<void> {
  const text = describeFiringMail({
    firing,
    repeat: recipient.repeat,
    cooldownMinutes: recipient.cooldown_minutes,
    pauseToken: pauseLinks.sign(firing.alert_id),
    siteName,
    publicUrl: publicUrl(),
  });
  const id = await outbox.add(tx, { ...text, to: address, userId: firing.user_id, lifeMs: mailLifeMs });
  await assignMail(tx, id, [firing.id]);
}

/** Moves these firings, and those whose single e-mails have not been sent yet, into the account's digest. */
async function mailDigest(tx: Tx, deps: MailServiceDeps, mailed: readonly MailedFiring[]): Promise<void> {
  const { outbox, clock } = deps;
  const { user_id: userId } = mailed[0]!.firing;
  const now = clock.now();
  const unsent = await listUnsentMails(tx, userId, { now, createdAfter: now - windowMs });
  const recalled = await listReported(tx, await outbox.recall(tx, unsent));
  const ids = [...recalled, ...mailed.map(({ firing }) => firing)].map(({ id }) => id);
  const { address } = mailed[0]!;
  const open = await findOpenDigest(tx, userId, { address, now, maxLength: maxDigestLength });
  if (open !== undefined) {
    await assignMail(tx, open, ids);
    if (await outbox.update(tx, open, await composeDigest(tx, deps, open))) return;
  }
  const digest = { to: address, subject: '', text: '', userId, lifeMs: mailLifeMs, delayMs: digestDelayMs };
  const id = await outbox.add(tx, digest);
  await assignMail(tx, id, ids);
  await outbox.update(tx, id, await composeDigest(tx, deps, id));
}

async function composeDigest(tx: Tx, { siteName, publicUrl }: MailServiceDeps, mailId: string) {
  return describeDigestMail({ firings: await listReported(tx, [mailId]), siteName, publicUrl: publicUrl() });
}
