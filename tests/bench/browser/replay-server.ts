import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedAnswer } from './recording.ts';

// The minimum for a Node server: bare `node:http`, with prepared bytes looked up by address.

const [file = ''] = process.argv.slice(2);
const recordings = JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer[];
const answers = new Map(
  recordings.map((recording) => [
    recording.path,
    { ...recording, bytes: Buffer.from(recording.body, 'base64') },
  ]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
  } else if (answer.etag && request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, answer.notModifiedHeaders).end();
  } else {
    response.writeHead(200, answer.headers).end(answer.bytes);
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
