import { run } from './child.mjs';
import { setUp } from './setup.mjs';

// The server restarts when one of its modules changes; the web is served by Vite and reloads by itself.
process.exitCode = await run(setUp(), ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  NODE_ENV: 'development',
});
