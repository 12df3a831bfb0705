import type { Migration } from 'kysely';
import { snapshotsAndLeases } from './0001-snapshots-and-leases.ts';
import { accounts } from './0002-accounts.ts';
import { watchlistsAndPortfolios } from './0003-watchlists-and-portfolios.ts';
import { passkeys } from './0004-passkeys.ts';
import { alerts } from './0005-alerts.ts';
import { alertDelivery } from './0006-alert-delivery.ts';
import { learning } from './0007-learning.ts';
import { news } from './0008-news.ts';
import { contact } from './0009-contact.ts';
import { billing } from './0010-billing.ts';
import { apiKeys } from './0011-api-keys.ts';
import { mailOrderAndFirstSeen } from './0012-mail-order-and-first-seen.ts';
import { accountSecurity } from './0013-account-security.ts';
import { alertPages } from './0014-alert-pages.ts';
import { pushTurns } from './0015-push-turns.ts';
import { mailTurns } from './0016-mail-turns.ts';
import { idempotencyKeys } from './0017-idempotency-keys.ts';
import { messageSenders } from './0018-message-senders.ts';
import { snapshotRevision } from './0019-snapshot-revision.ts';
import { ledger } from './0021-ledger.ts';
import { dailyClosesAndRates } from './0022-daily-closes-and-rates.ts';
import { taxReports } from './0023-tax-reports.ts';
import { displayCurrency } from './0024-display-currency.ts';
import { closeArchive } from './0025-close-archive.ts';
import { imports } from './0026-imports.ts';
import { servers } from './0027-servers.ts';
import { expandingMigrations } from './0028-expanding-migrations.ts';
import { lastBackup } from './0029-last-backup.ts';
import { closeVacuum } from './0030-close-vacuum.ts';
import { recentCloses } from './0031-recent-closes.ts';
import { mergedPortfolios } from './0032-merged-portfolios.ts';
import { firstMonthPayers } from './0033-first-month-payers.ts';
import { mergeAttempts } from './0034-merge-attempts.ts';

/** Every migration by name, applied in the order of the names. Never edit one that was released. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-snapshots-and-leases': snapshotsAndLeases,
  '0002-accounts': accounts,
  '0003-watchlists-and-portfolios': watchlistsAndPortfolios,
  '0004-passkeys': passkeys,
  '0005-alerts': alerts,
  '0006-alert-delivery': alertDelivery,
  '0007-learning': learning,
  '0008-news': news,
  '0009-contact': contact,
  '0010-billing': billing,
  '0011-api-keys': apiKeys,
  '0012-mail-order-and-first-seen': mailOrderAndFirstSeen,
  '0013-account-security': accountSecurity,
  '0014-alert-pages': alertPages,
  '0015-push-turns': pushTurns,
  '0016-mail-turns': mailTurns,
  '0017-idempotency-keys': idempotencyKeys,
  '0018-message-senders': messageSenders,
  '0019-snapshot-revision': snapshotRevision,
  '0021-ledger': ledger,
  '0022-daily-closes-and-rates': dailyClosesAndRates,
  '0023-tax-reports': taxReports,
  '0024-display-currency': displayCurrency,
  '0025-close-archive': closeArchive,
  '0026-imports': imports,
  '0027-servers': servers,
  '0028-expanding-migrations': expandingMigrations,
  '0029-last-backup': lastBackup,
  '0030-close-vacuum': closeVacuum,
  '0031-recent-closes': recentCloses,
  '0032-merged-portfolios': mergedPortfolios,
  '0033-first-month-payers': firstMonthPayers,
  '0034-merge-attempts': mergeAttempts,
};
