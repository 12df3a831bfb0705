import ChevronRight from 'lucide-react/icons/chevron-right';
import { AccountLink } from '#web/accounts/session/account-link.tsx';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignOutButton } from '#web/accounts/session/sign-out-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { Socials } from '#web/site/socials.tsx';
import { Link } from '#web/ui/link.tsx';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import button from '#web/ui/styles/button.module.css';
import { AmountsToggle } from './bar/amounts-toggle.tsx';
import { Brand } from './bar/brand.tsx';
import { SearchBox } from './bar/search-box.tsx';
import styles from './menu-sheet.module.css';
import { isCurrent } from './nav-links.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useNavLinks } from './use-nav-links.ts';

interface MenuSheetProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** The links and the search box, if the bar has no room for them. */
export function MenuSheet({ text, onText, onClose }: MenuSheetProps) {
  const { pathname } = useLocation();
  const links = useNavLinks();
  return (
    <Dialog title="Menu" isTitleHidden className={styles.sheet} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the clicks come from links */}
      <div
        className={styles.body}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose();
        }}
      >
        <div className={`row between ${styles.head}`}>
          <Brand />
          <DialogClose label="Close menu" className="" />
        </div>
        <SearchBox text={text} onText={onText} label="Search coins in menu" hasKey={false} />
        <nav aria-label="Menu">
          {links.map((link) => (
            <Link
              key={link.to}
              className={styles.link}
              to={link.to}
              aria-current={isCurrent(link, pathname) ? 'page' : undefined}
            >
              {link.label}
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          ))}
          <SessionGate signedIn={<AlertsLink pathname={pathname} />} waiting={null} signedOut={null} />
        </nav>
        <div className={`row ${styles.accountLinks}`}>
          <SessionGate
            signedIn={<SheetAccount onSignOut={onClose} />}
            waiting={null}
            signedOut={<SheetSignIn />}
          />
        </div>
        <div className={`row between ${styles.foot}`}>
          <Socials />
          <ThemeChoice />
        </div>
      </div>
    </Dialog>
  );
}

/** Only in the sheet, because the bar has the bell. */
function AlertsLink({ pathname }: { pathname: string }) {
  const link = { label: 'Alerts', to: paths.alerts };
  return (
    <Link className={styles.link} to={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
      {link.label}
      <ChevronRight className="icon" aria-hidden="true" />
    </Link>
  );
}

function SheetSignIn() {
  return (
    <>
      <Link className={`${button.secondary} ${button.block}`} to={paths.signIn}>
        Sign In
      </Link>
      <Link className={`${button.primary} ${button.block}`} to={paths.signUp}>
        Sign Up
      </Link>
    </>
  );
}

function SheetAccount({ onSignOut }: { onSignOut: () => void }) {
  return (
    <>
      <AccountLink className={styles.account} />
      <AmountsToggle />
      <SignOutButton className={button.secondary} onSignOut={onSignOut} />
    </>
  );
}
