import { run } from './child.mjs';
import { setUp, stop } from './setup.mjs';

// node scripts/run.mjs FILE [arguments]: runs a TypeScript file on the project's own Node.
const [file, ...args] = process.argv.slice(2);
if (!file) stop('Usage: node scripts/run.mjs FILE [arguments]');
process.exitCode = await run(setUp(), [file, ...args]);
