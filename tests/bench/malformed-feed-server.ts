import { startFeedServer } from '../support/news/feed-server.ts';
import { serveMalformedFeeds } from '../support/news/malformed-feeds.ts';

// Serves malformed feeds, their number given as the first argument, in a separate process.
const server = await startFeedServer();
serveMalformedFeeds(server, Number(process.argv[2]));
console.log(server.origin);
process.once('SIGTERM', () => void server.close());
