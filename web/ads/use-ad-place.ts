import { useToken } from '../accounts/session.ts';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import { useSite } from '../lib/site.ts';
import { useIsClosed } from './closed-ads.ts';

/** Where an ad can stand; places between the articles of a list are numbered. */
export type AdPlace = 'header' | 'table' | 'sidebar' | `between-${number}`;

export type AdSize = 'large' | 'medium' | 'small' | 'native';

/**
 * What belongs in a place: an ad for guests and the free plan, nothing for the others, and its empty room until it is
 * known who looks: somebody who pays never sees one flash by.
 */
export function useAdPlace(place: AdPlace): 'ad' | 'room' | 'nothing' {
  const { offers } = useSite();
  const token = useToken();
  const { user } = useCurrentUser();
  const isClosed = useIsClosed(place);
  if (!offers.ads || isClosed || (user && user.subscriptionTier !== 'free')) return 'nothing';
  return user || token === null ? 'ad' : 'room';
}
