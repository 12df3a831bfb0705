import { runAdmin } from './admin/run-admin.ts';
import { readConfig } from './config/read-config.ts';

process.exitCode = await runAdmin(process.argv.slice(2), readConfig, process);
