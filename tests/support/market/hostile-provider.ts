import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatorServer } from '../../../server/market/simulator/server/simulator-server.ts';

type Row = Record<string, unknown>;

/** A CoinGecko whose coins have hostile names, symbols, descriptions and links. */
export interface HostileProvider {
  /** The value for `COINGECKO_BASE_URL`. */
  readonly url: string;
  /** The hostile text of each coin, by the coin's id, in order of rank. */
  readonly textOf: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Relays a simulator's answers, with the hostile texts in its largest coins. */
export async function startHostileProvider(
  simulator: SimulatorServer,
  texts: readonly string[],
): Promise<HostileProvider> {
  const list = await fetch(`${simulator.url}/coins/markets?vs_currency=usd&per_page=${texts.length}`);
  const ranked = (await list.json()) as readonly { id: string }[];
  const textOf = new Map(ranked.map(({ id }, index) => [id, texts[index]!]));
  const { origin, pathname } = new URL(simulator.url);
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { signal: AbortSignal.timeout(10_000) });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const body = isJson
      ? JSON.stringify(withTexts(await answer.json(), textOf))
      : Buffer.from(await answer.arrayBuffer());
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    textOf,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Puts each coin's text into an answer, wherever the coin occurs. */
function withTexts(value: unknown, textOf: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => withTexts(part, textOf));
  if (typeof value !== 'object' || value === null) return value;
  const row = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withTexts(part, textOf)]),
  ) as Row;
  const text = typeof row.id === 'string' && 'symbol' in row ? textOf.get(row.id) : undefined;
  return text === undefined ? row : corrupt(row, text);
}

function corrupt(row: Row, text: string): Row {
  const links = [text, `javascript:${text}`, `https://example.com/${text}`];
  return {
    ...row,
    name: text,
    symbol: text,
    ...('description' in row && { description: { en: text } }),
    ...('links' in row && {
      links: { homepage: links, blockchain_site: links, repos_url: { github: links } },
    }),
  };
}
