import Menu from 'lucide-react/icons/menu';
import { AccountLink } from '#web/accounts/session/account-link.tsx';
import session from '#web/accounts/session/session.module.css';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignOutButton } from '#web/accounts/session/sign-out-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { Socials } from '#web/site/socials.tsx';
import { Link } from '#web/ui/link.tsx';
import { openOverlay, prepareOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import { isCurrent } from '../nav-links.ts';
import { useNavLinks } from '../use-nav-links.ts';
import styles from './bar.module.css';
import { Brand } from './brand.tsx';
import { SearchBox, SearchButton } from './search-box.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserToolsSlot } from './user-tools-slot.tsx';

interface BarProps {
  searchText: string;
  onSearchText: (text: string) => void;
}

/** The slim sticky bar at the top of every page. */
export function Bar({ searchText, onSearchText }: BarProps) {
  const { pathname } = useLocation();
  const isHydrated = useAfterHydration();
  const links = useNavLinks();
  return (
    <header className={styles.bar}>
      <div className="pageWidth">
        <Brand />
        <nav className={styles.navigation} aria-label="Main">
          {links.map((link) => (
            <Link
              key={link.to}
              className={link.isPrivate && !isHydrated ? session.forUsers : undefined}
              to={link.to}
              aria-current={isCurrent(link, pathname) ? 'page' : undefined}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className={styles.end}>
          <div className={styles.search}>
            <SearchBox text={searchText} onText={onSearchText} />
            <SearchButton />
          </div>
          <Socials isInBar />
          <ThemeToggle />
          <UserToolsSlot />
          <SessionGate signedIn={<BarAccount />} waiting={<BarAccount />} signedOut={<BarSignIn />} />
        </div>
      </div>
    </header>
  );
}

/** The links to sign in and up, for a visitor. */
function BarSignIn() {
  return (
    <span className={`row ${styles.accountLinks}`}>
      <Link className={`${button.ghost} ${styles.signIn}`} to={paths.signIn}>
        Sign In
      </Link>
      <Link className={button.secondary} to={paths.signUp}>
        Sign Up
      </Link>
    </span>
  );
}

/** The account link, with a fixed width regardless of the name, and the sign-out button. */
function BarAccount() {
  return (
    <span className={`row ${styles.accountLinks} ${styles.account}`}>
      <AccountLink />
      <SignOutButton className={button.secondary} />
      <MenuButton />
    </span>
  );
}

/** Opens the menu if the bar has no room for all of a user's links. On a phone the menu is in the bottom bar. */
function MenuButton() {
  const isOpen = useOverlay()?.name === 'menu';
  return (
    <button
      className={`${button.ghost} ${button.iconOnly} ${styles.menu}`}
      type="button"
      aria-label="Open menu"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => prepareOverlay('menu')}
      onClick={() => openOverlay('menu')}
    >
      <Menu className="icon iconLarge" aria-hidden="true" />
    </button>
  );
}
