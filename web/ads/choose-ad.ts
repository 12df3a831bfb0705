import type { Ad } from '#contract/ads.ts';
import type { AdPlace } from './ad-place.ts';

let picked: { readonly pathname: string; readonly number: number } | undefined;

/** A random number from 0 to 1 for a page, the same for all its places until another page is shown. */
export function pickFor(pathname: string): number {
  if (picked?.pathname !== pathname) picked = { pathname, number: Math.random() };
  return picked.number;
}

/**
 * The ad for a place on a page, by the page's random number (`pick`). Each place gets a different ad if there are
 * enough, and none gets one that links to the page itself.
 */
export function chooseAd(
  ads: readonly Ad[],
  { place, pathname, pick }: { place: AdPlace; pathname: string; pick: number },
): Ad | undefined {
  const others = ads.filter(({ url }) => url !== pathname.toLowerCase());
  return others[(Math.floor(pick * others.length) + orderOf(place)) % others.length];
}

const fixedPlaces: readonly AdPlace[] = ['header', 'table', 'sidebar'];

function orderOf(place: AdPlace): number {
  const order = fixedPlaces.indexOf(place);
  return order >= 0 ? order : fixedPlaces.length + Number(place.slice('between-'.length));
}
