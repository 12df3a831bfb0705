import { tiers } from '#contract/plans.ts';
import { StartError } from '#server/platform/start-error.ts';

const usage = `Usage: npm run admin -- COMMAND

It reads the server's configuration: give it the same DATA_DIR or DATABASE_URL.

  user list                          every account: e-mail address, tier, when the address was verified
  user set-tier EMAIL ${tiers.join('|')}
                                     sets the tier of the account that has verified the address
  user set-email EMAIL NEW           gives that account another address, and ends its sessions; passkeys and
                                     API keys stay
  user end-sessions EMAIL            signs that account out everywhere; passkeys and API keys stay
  user lock EMAIL                    refuses every sign-in and call of that account, API keys included
  user unlock EMAIL                  lifts that lock; the owner has to sign in again
  user delete EMAIL                  deletes that account and everything stored about it
  messages list                      every message from the contact page, those of Premium users first
  newsletter list                    every address that has confirmed the newsletter, and its link to unsubscribe
  prices import FILE [--coin ID --currency CODE]
                                     adds daily prices: Kraken's OHLCVT files (csv or zip), CoinGecko's CSV export,
                                     or lines of date,price
  rates import FILE                  adds the exchange rates of the European Central Bank's eurofxref-hist.csv
  backup FILE                        copies the database into a new file; the server may be running
  backup [FOLDER] [--keep 24h,7d,12m]
                                     adds a backup to the folder (or to BACKUP_DIR, by BACKUP_KEEP); --keep removes
                                     older ones, except the newest of each of the last 24 hours, 7 days and 12 months
                                     that have one
  backup verify FILE                 restores a backup into a scratch database, compares every table with what it held
                                     when the backup was made, and removes the scratch database
  restore FILE                       replaces the database with a backup; stop the server first
  ledger undo                        turns opening transactions back into positions, for the version before the
                                     ledger; other transactions are lost: stop the server and make a backup first`;

/** The error for arguments that match no command. */
export function usageError(cause?: unknown): StartError {
  return new StartError(usage, { cause });
}
