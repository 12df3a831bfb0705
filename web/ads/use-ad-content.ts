import { useToken } from '../accounts/session.ts';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import { useSite } from '../lib/site.ts';

/** Where an ad can stand; places between the articles of a list are numbered. */
export type AdPlace = 'header' | 'table' | 'sidebar' | `between-${number}`;
export type AdSize = 'large' | 'medium' | 'small' | 'native';

/**
 * What belongs in the place of an ad: one for guests and the free plan, nothing for the others, and its empty room until
 * it is known who looks: somebody who pays never sees one flash by.
 */
export function useAdContent(): 'ad' | 'room' | 'nothing' {
  const { offers } = useSite();
  const token = useToken();
  const { user } = useCurrentUser();
  if (!offers.ads || (user && user.subscriptionTier !== 'free')) return 'nothing';
  return user || token === null ? 'ad' : 'room';
}
