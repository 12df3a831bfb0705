import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSimulatorServer } from '../support/market/simulator-server.ts';

vi.setConfig({ testTimeout: 90_000 });

const main = join(import.meta.dirname, '../../server/market/simulator/main.ts');

describe('npm run simulator', () => {
  it('prints the address for COINGECKO_BASE_URL and serves coins there', async () => {
    const simulator = await startSimulatorServer(['--seed', '7']);
    onTestFinished(() => simulator.kill());
    const address = /^Market simulator at (http:\S+\/api\/v3)$/m.exec(simulator.output())?.[1];
    const response = await fetch(`${address}/coins/markets?vs_currency=usd&per_page=2`);
    expect(await response.json()).toMatchObject([{ id: 'bitcoin' }, {}]);
    expect(await simulator.stop()).toBe(0);
  });

  it('starts with the faults given as flags', async () => {
    const simulator = await startSimulatorServer([
      '--fault',
      '429,nulls',
      '--fault-rate',
      '0.5',
      '--retry-after',
      '9',
    ]);
    onTestFinished(() => simulator.kill());
    const shown = await (await fetch(`${simulator.url}/__faults`)).json();
    const common = { rate: 0.5, retryAfter: 9, coins: [] };
    expect(shown).toMatchObject({
      faults: [
        { kind: '429', ...common },
        { kind: 'nulls', ...common },
      ],
    });
  });

  it.each([
    [['--fault', 'gremlins'], 'unknown fault "gremlins"'],
    [['--fault-rate', '2'], '--fault-rate must be a number from 0 to 1, got "2"'],
    [['--prot', '1'], '--prot'],
  ])('refuses %j in one line and shows its options', (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr.split('\n')[0]).toContain(message);
    expect(stderr).toContain('--retry-after S');
  });
});
