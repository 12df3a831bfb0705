import { startAppServer } from '../support/app-server.ts';
import { startSimulatorServer } from '../support/market/simulator-server.ts';
import { benchAccounts } from './accounts/accounts-part.ts';
import { measureAlerts } from './alert-part.ts';
import { measureBrowser } from './browser/browser-part.ts';
import { benchClusters } from './cluster/cluster-part.ts';
import { measureHttp } from './http/http-part.ts';
import { benchImports } from './imports/imports-part.ts';
import { benchLedgers } from './ledger/ledger-part.ts';
import { measureNews } from './news-part.ts';
import { measureQueries } from './queries/queries-part.ts';
import { printFindings } from './report.ts';
import { measureStream } from './stream/stream-part.ts';
import { measureTaxPdfs } from './tax-part.ts';

// npm run bench [-- http | browser | accounts | stream | alerts | news | ledger | tax | imports | queries | cluster]:
// measures the production build. Prints ratios, so a slow machine never fails it. `cluster` takes one of its parts:
// calls, on-demand, limited or streams.

const [only, onlyOf] = process.argv.slice(2);
const isWanted = (
  part:
    | 'http'
    | 'browser'
    | 'accounts'
    | 'stream'
    | 'alerts'
    | 'news'
    | 'ledger'
    | 'tax'
    | 'imports'
    | 'queries'
    | 'cluster',
) => only === undefined || only === part;
// As in production, the market comes from a separate CoinGecko-compatible server. The market is never refreshed, so
// that ETags stay valid for the whole run.
const provider = await startSimulatorServer();
const env = {
  // All visitors of a bench share one address.
  AUTH_RATE_LIMIT: 'off',
  LOAD_SHEDDING: 'on',
  MARKET_PROVIDER: 'coingecko',
  COINGECKO_BASE_URL: `${provider.url}/api/v3`,
  MARKET_REFRESH_SECONDS: '3600',
};
try {
  if (isWanted('http') || isWanted('browser')) await benchVisitors();
  if (isWanted('accounts')) await benchAccounts(env);
  if (isWanted('alerts')) printFindings('Alerts', await measureAlerts());
  if (isWanted('stream')) printFindings('The stream', await measureStream());
  if (isWanted('news')) printFindings('News', await measureNews());
  if (isWanted('ledger')) await benchLedgers(env);
  if (isWanted('tax')) printFindings('Tax reports', await measureTaxPdfs());
  if (isWanted('imports')) await benchImports(env);
  if (isWanted('queries')) printFindings('Queries', await measureQueries());
  if (isWanted('cluster')) await benchClusters(onlyOf);
} finally {
  await provider.stop();
}

async function benchVisitors(): Promise<void> {
  const altimeter = await startAppServer(env);
  try {
    if (isWanted('http')) printFindings('HTTP', await measureHttp(altimeter));
    if (isWanted('browser')) {
      printFindings('First view, 4x slower processor, slow 4G', await measureBrowser(altimeter));
    }
  } finally {
    await altimeter.stop();
  }
}
