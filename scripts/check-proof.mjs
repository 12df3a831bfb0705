import { resolve } from 'node:path';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run --silent check-proof FILE: see docs/proofs.md.

const file = process.argv.slice(2, 3).map((path) => resolve(process.env.INIT_CWD ?? '.', path));
process.exitCode = await run(setUp(), [resolve(root, 'scripts/check-proof-file.mjs'), ...file]);
