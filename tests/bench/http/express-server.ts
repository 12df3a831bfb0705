import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import express from 'express';
import type { RecordedAnswer } from '../browser/recording.ts';

// A typical Node server: Express with compression, which serializes and compresses each answer again.

const [file = ''] = process.argv.slice(2);
const recordings = JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer[];
const app = express();
app.use(compression());
for (const { path, text = '', contentType } of recordings) {
  const [route = '/'] = path.split('?');
  if (contentType.includes('json')) {
    const data: unknown = JSON.parse(text);
    app.get(route, (_request, response) => void response.json(data));
  } else {
    app.get(route, (_request, response) => void response.type('html').send(text));
  }
}
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
