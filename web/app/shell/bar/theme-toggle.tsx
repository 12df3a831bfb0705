import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { toggleTheme } from '#web/lib/theme.ts';
import button from '#web/ui/styles/button.module.css';
import styles from './bar.module.css';

/** Switches between light and dark. The stylesheet shows one of the icons, because the server doesn't know the theme. */
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
