import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { type NavLink, navLinks } from './nav-links.ts';

const publicLinks = navLinks.filter(({ isPrivate }) => !isPrivate);

/** The links for whoever uses the browser. Those of users are there until it is known that nobody is signed in. */
export function useNavLinks(): readonly NavLink[] {
  const { isLoading, isSignedIn } = useCurrentUser();
  return isLoading || isSignedIn ? navLinks : publicLinks;
}
