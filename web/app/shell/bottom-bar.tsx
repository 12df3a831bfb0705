import Bell from 'lucide-react/icons/bell';
import Menu from 'lucide-react/icons/menu';
import Star from 'lucide-react/icons/star';
import TrendingUp from 'lucide-react/icons/trending-up';
import Wallet from 'lucide-react/icons/wallet';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { Link } from '#web/ui/link.tsx';
import { openOverlay, prepareOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import styles from './bottom-bar.module.css';
import { isCurrent } from './nav-links.ts';

const sections = [
  { label: 'Markets', to: paths.home, Icon: TrendingUp },
  { label: 'Portfolio', to: paths.portfolio, Icon: Wallet },
  { label: 'Watchlist', to: paths.watchlist, Icon: Star },
  { label: 'Alerts', to: paths.alerts, Icon: Bell },
] as const;

/** The bar at the bottom of the screen on phones: the site's sections, and a menu with the rest. */
export function BottomBar() {
  const { pathname } = useLocation();
  const isOpen = useOverlay()?.name === 'menu';
  return (
    <nav className={styles.bar} aria-label="Sections">
      {sections.map(({ Icon, ...link }) => (
        <Link key={link.to} to={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
          <Icon className="icon iconLarge" aria-hidden="true" />
          {link.label}
        </Link>
      ))}
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => prepareOverlay('menu')}
        onClick={() => openOverlay('menu')}
      >
        <Menu className="icon iconLarge" aria-hidden="true" />
        Menu
      </button>
    </nav>
  );
}
