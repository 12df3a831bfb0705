import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const connections = 8;

/** Sends one request and reads the raw answer, without decompressing it. */
export function getAnswer(url: string, headers: OutgoingHttpHeaders, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/**
 * Sends a number of equal requests over a few kept-alive connections. Returns the milliseconds each took to its
 * complete answer. Throws if an answer has another status.
 */
export async function sendRequests(
  url: string,
  headers: OutgoingHttpHeaders,
  count: number,
  status: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits: number[] = [];
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      const answer = await getAnswer(url, headers, agent);
      waits.push(performance.now() - start);
      if (answer.status !== status) throw new Error(`${url} answered ${answer.status}, not ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return waits;
}
