import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import button from '#web/ui/button.module.css';
import { toggleTheme } from '../../lib/theme.ts';
import styles from './bar.module.css';

/** Light becomes dark and back. Both icons are there and the stylesheet shows one, because the server knows no theme. */
export function ThemeToggle() {
  return (
    <button
      className={`${button.ghost} ${button.iconOnly}`}
      type="button"
      aria-label="Switch theme"
      title="Switch theme (T)"
      onClick={toggleTheme}
    >
      <Sun className={`icon ${styles.toLight}`} aria-hidden="true" />
      <Moon className={`icon ${styles.toDark}`} aria-hidden="true" />
    </button>
  );
}
