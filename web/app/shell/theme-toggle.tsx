import { Moon, Sun } from 'lucide-react';
import { toggleTheme } from '../../lib/theme.ts';

/** Switches between light and dark. The stylesheet shows one of the icons, because the server doesn't know the theme. */
export function ThemeToggle() {
  return (
    <button
      className="btn btn-ghost btn-icon"
      type="button"
      aria-label="Switch theme"
      title="Switch theme (T)"
      onClick={toggleTheme}
    >
      <Sun className="i to-light" aria-hidden="true" />
      <Moon className="i to-dark" aria-hidden="true" />
    </button>
  );
}
