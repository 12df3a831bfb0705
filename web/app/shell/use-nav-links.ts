import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { type NavLink, navLinks } from './nav-links.ts';

const publicLinks = navLinks.filter(({ isPrivate }) => !isPrivate);

/** The links for the current visitor or user. Until that is known, all links. */
export function useNavLinks(): readonly NavLink[] {
  const { isLoading, isSignedIn } = useCurrentUser();
  return isLoading || isSignedIn ? navLinks : publicLinks;
}
