import { expect, it } from 'vitest';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';

const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const file = `${header}\n2024-01-01 10:00:00,Buy BTC,BTC,0.5,,,USD,20000,20000,crypto_purchase`;
const entry = {
  ...{ type: 'buy', occurredAt: '2024-01-01T10:00:00Z', fee: null, value: null },
  ...{ in: { coinId: 'bitcoin', amount: '0.5' }, out: { currency: 'USD', amount: '20000' } },
};

describeImports('the wallet of an entry that a file has replaced', (open) => {
  it('is there again once the import is undone, even if it was deleted', async () => {
    const user = await open().site.open();
    open().site.server.market.publish({ ...open().site.server.market.snapshot()! });
    const wallets = `/api/portfolios/${user.main.id}/wallets`;
    const cold = (await user.call('POST', wallets, { name: 'Cold' })).body as Wallet;
    const added = { ...entry, wallet: cold.id };
    expect((await user.call('POST', `/api/portfolios/${user.main.id}/transactions`, added)).status).toBe(201);
    const { body } = await user.upload(file);
    const answers = Object.fromEntries(body.questions.map(({ key }) => [key, 'replace']));
    await user.call('POST', `/api/imports/${body.id}/answers`, { answers });
    await user.call('POST', `/api/imports/${body.id}/apply`);
    expect((await user.call('DELETE', `/api/wallets/${cold.id}`)).status).toBe(204);
    await user.undo(body.id);
    const [restored, ...others] = await user.ledger();
    expect([restored?.source, ...others]).toEqual(['manual']);
    const listed = (await user.call('GET', wallets)).body as Wallet[];
    expect(listed.map(({ id }) => id)).toContain(restored?.wallet);
  });
});
