import { startFeedServer } from '../support/news/feed-server.ts';
import { serveMalformedFeeds } from '../support/news/malformed-feeds.ts';

// As many malformed feeds as its first argument says, in a process of their own.
const server = await startFeedServer();
serveMalformedFeeds(server, Number(process.argv[2]));
console.log(server.origin);
process.once('SIGTERM', () => void server.close());
