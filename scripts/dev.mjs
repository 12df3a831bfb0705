import { makeGuides } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

// The server restarts when a source of its own changes; the web is served by Vite and reloads by itself. The folders
// are named because Vite writes its read configuration beside the modules that are loaded.
const watched = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'];
const node = setUp();
process.exitCode =
  (await makeGuides(node)) || (await run(node, [...watched, 'server/main.ts'], { NODE_ENV: 'development' }));
