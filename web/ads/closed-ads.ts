import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';

/*
 * The places of ads that were closed. They stay closed until the tab is closed. The page's inline script reads the same
 * key before the first paint and marks the page so that the stylesheet hides them.
 */
const session = () => sessionStorage;

const readPlaces = () => readStored(session, storageKeys.closedAds) ?? '';

/** Closes the ad of a place. */
export function closeAd(place: string): void {
  const places = `${readPlaces()} ${place}`.trim();
  writeStored(session, storageKeys.closedAds, places);
  document.documentElement.dataset.closedAds = places;
}

/** Whether the ad of a place was closed. */
export function isClosed(place: string): boolean {
  return readPlaces().split(' ').includes(place);
}
