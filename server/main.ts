import { readConfig } from '#server/config/read-config.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { StartError } from '#server/platform/start-error.ts';
import { startServer } from './start-server.ts';

async function main(): Promise<void> {
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel);
    const crash = (error: unknown) => {
      logger.fatal({ err: error }, 'the server is stopping because of an unexpected error');
      process.exit(1);
    };
    process.on('unhandledRejection', crash);
    process.on('uncaughtException', crash);

    const server = await startServer(config, logger);
    let closingSince: number | undefined;
    const close = () => {
      if (closingSince !== undefined) {
        // A second signal ends the process immediately, unless a terminal and npm both forwarded the first one.
        if (Date.now() - closingSince > 500) process.exit(1);
        return;
      }
      closingSince = Date.now();
      setTimeout(() => process.exit(1), server.closeLimitMs + 2000).unref();
      server.close().then(() => process.exit(0), crash);
    };
    process.on('SIGINT', close);
    process.on('SIGTERM', close);
    const lines = [`Altimeter is running at ${server.publicUrl}`];
    if (server.inboxUrl !== undefined) lines.push(`The local inbox: ${server.inboxUrl}`);
    console.log(lines.join('\n'));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

// The build imports this file to compile it.
if (import.meta.main) await main();
