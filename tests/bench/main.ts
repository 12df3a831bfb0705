import { startAppServer } from '../support/app-server.ts';
import { measureBrowser } from './browser-part.ts';
import { measureHttp } from './http-part.ts';
import { printFindings } from './report.ts';

// npm run bench [-- http | browser]: measures the production build. Prints ratios; a slow machine never fails it.

const [only] = process.argv.slice(2);
const altimeter = await startAppServer({ MARKET_PROVIDER: 'simulated' });
try {
  if (only !== 'browser') printFindings('HTTP', await measureHttp(altimeter));
  if (only !== 'http') {
    printFindings('First view, 4x slower processor, slow 4G', await measureBrowser(altimeter));
  }
} finally {
  await altimeter.stop();
}
