import { lazy } from 'react';
import { useSite } from '../lib/site.ts';
import { WhenNear } from '../ui/when-near.tsx';
import type { AdPlace, AdSize } from './ad-place.ts';
import './ads.css';

const AdBlock = lazy(async () => ({ default: (await import('./ad-block.tsx')).AdBlock }));

interface AdSpaceProps {
  place: AdPlace;
  size: AdSize;
}

/** The place of an ad, of its final size from the first paint on. */
export function AdSpace({ place, size }: AdSpaceProps) {
  if (!useSite().hasAds) return null;
  return (
    <div className="ad-space" data-size={size} data-ad-place={place}>
      <NearAd place={place} size={size} />
    </div>
  );
}

/** The same as a row of the market table, before its columns that not every width has. */
export function AdRow() {
  if (!useSite().hasAds) return null;
  return (
    <tr className="ad-row" data-ad-place="table">
      <td className="l" colSpan={5}>
        <NearAd place="table" size="native" />
      </td>
      <td className="c-m" />
      <td className="c-7" />
    </tr>
  );
}

function NearAd(props: AdSpaceProps) {
  return (
    <WhenNear className="ad-fill">
      <AdBlock {...props} />
    </WhenNear>
  );
}
