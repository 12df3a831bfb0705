import { describe, expect, it } from 'vitest';
import { listCoinLinks } from './list-coin-links.ts';

describe('links of a coin', () => {
  it('show the host, or the owner and name of a repository', () => {
    const links = listCoinLinks({
      homepage: ['', 'http://www.bitcoin.org'],
      blockchain_site: ['https://mempool.space/'],
      repos_url: { github: ['https://github.com/bitcoin/bitcoin'] },
    });
    expect(links.map(({ kind, text }) => [kind, text])).toEqual([
      ['website', 'bitcoin.org'],
      ['explorer', 'mempool.space'],
      ['repository', 'bitcoin/bitcoin'],
    ]);
  });

  it('are omitted if missing or not http(s)', () => {
    const links = listCoinLinks({
      homepage: ['javascript:alert(1)', 'not an address'],
      blockchain_site: [],
      repos_url: { github: [''] },
    });
    expect(links).toEqual([]);
  });
});
