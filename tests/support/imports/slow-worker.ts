/** A replacement for the process that reads files, which never says that it is ready. */
process.on('message', () => undefined);
