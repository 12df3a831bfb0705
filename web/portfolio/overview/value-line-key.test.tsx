import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ValueLine } from '#contract/ledger/returns.ts';
import { ValueLineKey } from './value-line-key.tsx';

const points: ValueLine['points'] = [
  { day: '2026-11-28', value: '1512', invested: '1511.5', bitcoin: '1510' },
];

describe('the key of the value chart', () => {
  it('shows the latest figures', () => {
    const page = renderToStaticMarkup(<ValueLineKey points={points} currency="USD" />);
    expect(page).toContain('$1,512');
    expect(page).toContain('$1,510');
  });

  it('says why the money put in can differ from Total Invested', () => {
    const page = renderToStaticMarkup(<ValueLineKey points={points} currency="USD" />);
    expect(page).toMatch(/title="[^"]*market value[^"]*Total Invested[^"]*">Money put in</);
  });

  it('shows only the names until the line has loaded', () => {
    const page = renderToStaticMarkup(<ValueLineKey points={undefined} currency="USD" />);
    expect(page).toContain('Money put in');
    expect(page).not.toContain('$');
  });
});
