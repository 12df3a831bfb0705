import { lazy } from 'react';
import { useSite } from '#web/lib/site.ts';
import marketTable from '#web/market/table/market-table.module.css';
import table from '#web/ui/styles/table.module.css';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { AdPlace, AdSize } from './ad-place.ts';
import styles from './ad-space.module.css';

const AdBlock = lazy(async () => ({ default: (await import('./ad-block.tsx')).AdBlock }));

interface AdSpaceProps {
  place: AdPlace;
  size: AdSize;
}

/** The place of an ad, with its final size from the first paint. */
export function AdSpace({ place, size }: AdSpaceProps) {
  if (!useSite().hasAds) return null;
  return (
    <div className={styles.space} data-size={size} data-ad-place={place}>
      <NearAd place={place} size={size} />
    </div>
  );
}

/** An ad's place as a row of the market table: all cells are present but empty, and the ad covers them. */
export function AdRow() {
  if (!useSite().hasAds) return null;
  return (
    <tr className={styles.tableRow} data-ad-place="table">
      <td className={marketTable.rankCell} />
      <td className={marketTable.starCell} />
      <td className={`${marketTable.nameCell} ${table.left}`}>
        <NearAd place="table" size="native" />
      </td>
      <td className={marketTable.priceCell} />
      <td className={marketTable.changeCell} />
      <td className={marketTable.marketCapCell} />
      <td className={marketTable.hourCell} />
      <td className={marketTable.volumeCell} />
      <td className={marketTable.weekCell} />
      <td className={marketTable.sparklineCell} />
    </tr>
  );
}

function NearAd(props: AdSpaceProps) {
  return (
    <WhenNear className={styles.fill}>
      <AdBlock {...props} />
    </WhenNear>
  );
}
