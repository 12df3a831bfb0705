import { lazy, Suspense, useRef } from 'react';
import { useNearView } from '../lib/use-near-view.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { type AdPlace, type AdSize, useAdContent } from './use-ad-content.ts';
import './ads.css';

const AdBlock = lazy(async () => ({ default: (await import('./ad-block.tsx')).AdBlock }));

interface AdSpaceProps {
  place: AdPlace;
  size: AdSize;
}

/** The place of an ad, of its final size from the first paint on. */
export function AdSpace({ place, size }: AdSpaceProps) {
  const content = useAdContent();
  if (content === 'nothing') return null;
  return (
    <div className={`ad-space ad-space-${size}`} data-ad-place={place}>
      {content === 'ad' && <NearAd place={place} size={size} />}
    </div>
  );
}

/** The same as a row of the market table, before its columns that not every width has. */
export function AdRow() {
  const content = useAdContent();
  if (content === 'nothing') return null;
  return (
    <tr className="ad-row" data-ad-place="table" aria-hidden={content === 'room' || undefined}>
      <td className="l" colSpan={5}>
        {content === 'ad' && <NearAd place="table" size="native" />}
      </td>
      <td className="c-m" />
      <td className="c-7" />
    </tr>
  );
}

/** Loads what it shows when it comes near the view; where that fails, its room stays empty. */
function NearAd(props: AdSpaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place} className="ad-fill">
      {isNear && (
        <ErrorBoundary resetKey={isNear} fallback={() => null}>
          <Suspense>
            <AdBlock {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
