import { expect, it } from 'vitest';
import type { Ad } from '#contract/ads.ts';
import type { AdPlace } from './ad-place.ts';
import { chooseAd, pickFor } from './choose-ad.ts';

const ads = ['/premium', '/learn', '/news', '/guides'].map((url) => ({ url, title: url }) as Ad);

it('The places of a page show different ads, and none that links to the page', () => {
  const pages: Record<string, AdPlace[]> = {
    '/': ['header', 'table'],
    '/learn': ['header', 'sidebar'],
    '/News': ['sidebar', 'between-0', 'between-1'],
  };
  for (const [pathname, places] of Object.entries(pages))
    for (const pick of [0, 0.3, 0.6, 0.999]) {
      const urls = places.map((place) => chooseAd(ads, { place, pathname, pick })?.url);
      expect(new Set(urls).size).toBe(places.length);
      expect(urls).not.toContain(undefined);
      expect(urls).not.toContain(pathname.toLowerCase());
    }
  expect(chooseAd([ads[0]!], { place: 'header', pathname: '/premium', pick: 0.5 })).toBeUndefined();
});

it('The places of a page share a random number, until another page is shown', () => {
  const number = pickFor('/');
  expect(pickFor('/')).toBe(number);
  expect(pickFor('/news')).not.toBe(number);
});
