import { Moon, Sun } from 'lucide-react';
import { toggleTheme } from '../../lib/theme.ts';

/** Light becomes dark and back. Both icons are there and the stylesheet shows one, because the server knows no theme. */
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
