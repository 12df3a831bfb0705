import { makeGuides } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

// The server restarts when one of its sources changes; Vite serves and reloads the web. The folders are listed because
// Vite writes its compiled configuration next to loaded modules.
const watched = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'];
const node = setUp();
process.exitCode =
  (await makeGuides(node)) || (await run(node, [...watched, 'server/main.ts'], { NODE_ENV: 'development' }));
