import { compileServer } from './build.mjs';

// node scripts/compile-server.mjs: fills the cache of compiled modules with the Node that runs it.
process.exitCode = await compileServer(process.execPath);
