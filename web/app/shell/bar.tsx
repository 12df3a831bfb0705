import { Menu } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { openOverlay, prepareOverlay, useOverlay } from '../../ui/overlays.ts';
import { Brand } from './brand.tsx';
import { isCurrent, navLinks } from './nav-links.ts';
import { SearchBox, SearchButton } from './search-box.tsx';
import { Socials } from './socials.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface BarProps {
  searchText: string;
  onSearchText: (text: string) => void;
}

/** The slim sticky bar over every page. */
export function Bar({ searchText, onSearchText }: BarProps) {
  const { pathname } = useLocation();
  return (
    <header className="bar">
      <div className="wrap">
        <Brand />
        <nav className="nav" aria-label="Main">
          {navLinks.map((link) => (
            <Link key={link.to} to={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="bar-end">
          <div className="bar-search">
            <SearchBox text={searchText} onText={onSearchText} />
            <SearchButton />
          </div>
          <Socials isInBar />
          <ThemeToggle />
          <span className="row bar-auth">
            <Link className="btn btn-ghost" to={paths.signIn}>
              Sign In
            </Link>
            <Link className="btn btn-secondary" to={paths.signUp}>
              Sign Up
            </Link>
          </span>
          <MenuButton />
        </div>
      </div>
    </header>
  );
}

function MenuButton() {
  const isOpen = useOverlay() === 'menu';
  return (
    <button
      className="btn btn-ghost btn-icon only-phone"
      type="button"
      aria-label="Open menu"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => prepareOverlay('menu')}
      onClick={() => openOverlay('menu')}
    >
      <Menu className="i i-20" aria-hidden="true" />
    </button>
  );
}
