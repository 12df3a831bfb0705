import { describe, expect, it } from 'vitest';
import { listAssets } from './built-renderer.ts';

const manifest = {
  'web/entry-browser.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    imports: ['_shared.js'],
  },
  '_shared.js': { file: 'assets/shared.js' },
  'web/pages/market-page.tsx': {
    file: 'assets/market.js',
    css: ['assets/market.css'],
    imports: ['_shared.js', '_chart.js', 'web/entry-browser.tsx'],
  },
  '_chart.js': { file: 'assets/chart.js', css: ['assets/chart.css'] },
  'web/pages/coin-page.tsx': { file: 'assets/coin.js' },
};

describe('listAssets', () => {
  it('lists everything a page loads once, imports first, and nothing of other pages', () => {
    expect(listAssets(manifest, 'web/pages/market-page.tsx')).toEqual({
      script: '/assets/entry.js',
      styles: ['/assets/entry.css', '/assets/chart.css', '/assets/market.css'],
      modules: ['/assets/shared.js', '/assets/chart.js', '/assets/market.js'],
    });
  });

  it('throws if the build has no entry', () => {
    expect(() => listAssets({}, 'web/pages/market-page.tsx')).toThrow('entry-browser');
  });
});
