import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { Ad } from '#contract/ads.ts';
import { useToken } from '#web/accounts/session/session.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { EmojiPicture } from '#web/ui/emoji-picture.tsx';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import styles from './ad-block.module.css';
import type { AdPlace, AdSize } from './ad-place.ts';
import { chooseAd, pickFor } from './choose-ad.ts';
import { closeAd, isClosed } from './closed-ads.ts';
import { adsQuery } from './queries.ts';

interface AdBlockProps {
  place: AdPlace;
  size: AdSize;
}

/**
 * The content of an ad's place: an ad for guests and the free plan, nothing for paying users. Empty until the user is
 * known, so that paying users never see one flash up.
 */
export function AdBlock({ place, size }: AdBlockProps) {
  const token = useToken();
  const { user } = useCurrentUser();
  const [isGone, setGone] = useState(() => isClosed(place));
  const close = () => {
    closeAd(place);
    setGone(true);
    // The focused button disappears with the ad.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (isGone || (user && user.subscriptionTier !== 'free')) return <span className={styles.gone} />;
  return user || token === null ? <PickedAd place={place} size={size} onClose={close} /> : null;
}

/** A random ad. */
function PickedAd({ place, size, onClose }: AdBlockProps & { onClose: () => void }) {
  const { data } = useQuery(adsQuery());
  const { pathname } = useLocation();
  if (!data) return null;
  const ad = chooseAd(data.ads, { place, pathname, pick: pickFor(pathname) });
  if (!ad) return <span className={styles.gone} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets belong in forms, and there are too many ads for landmarks
    <div className={styles.ad} data-size={size} role="group" aria-label={`Sponsored: ${ad.sponsor}`}>
      <EmojiPicture className={styles.emoji} emoji={ad.emoji} />
      {size === 'native' ? <NativeText ad={ad} /> : <Text ad={ad} />}
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${button.small} ${styles.close}`}
        aria-label="Hide this ad"
        onClick={onClose}
      >
        <X className="icon iconSmall" aria-hidden="true" />
      </button>
    </div>
  );
}

function Text({ ad }: { ad: Ad }) {
  return (
    <>
      <div className={styles.text}>
        <div className={styles.kind}>
          <span className={badge.outline}>Sponsored</span>
          <span className="meta">{ad.sponsor}</span>
        </div>
        <p className={styles.title}>{ad.title}</p>
        <p className={styles.description}>{ad.description}</p>
      </div>
      <AdLink ad={ad} className={button.secondary} />
    </>
  );
}

/** On a phone the title itself is the link, with the sponsor below. */
function NativeText({ ad }: { ad: Ad }) {
  return (
    <>
      <span className={styles.line}>
        <span className={`${styles.title} ${styles.wideOnly}`}>{ad.title}</span>
        <AdLink ad={ad} className={`${styles.title} ${styles.phoneOnly}`} text={ad.title} />
        <span className={`${styles.description} ${styles.wideOnly}`}>{ad.description}</span>
      </span>
      <span className={styles.kind}>
        <span className={badge.outline} title={ad.sponsor}>
          Sponsored
        </span>
        <span className={`meta ${styles.phoneOnly}`}>{ad.sponsor}</span>
      </span>
      <AdLink ad={ad} className={`link small ${styles.wideOnly}`} />
    </>
  );
}

/** Opens the sponsor's page in a new tab without access to this one (`noopener`). */
function AdLink({ ad, className, text = ad.cta }: { ad: Ad; className: string | undefined; text?: string }) {
  return (
    <a className={className} href={ad.url} target="_blank" rel="sponsored noopener">
      {text}
      <span className="visuallyHidden"> (opens in a new tab)</span>
    </a>
  );
}
