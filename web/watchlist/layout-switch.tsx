import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import segments from '#web/ui/styles/segments.module.css';
import styles from './watch-cards.module.css';
import { setWatchlistLayout, useWatchlistLayout } from './watchlist-layout.ts';

const layouts = [
  { layout: 'cards', label: 'Cards', Icon: LayoutGrid },
  { layout: 'list', label: 'List', Icon: List },
] as const;

/** Shows the watchlist as cards or as a list. */
export function LayoutSwitch() {
  const chosen = useWatchlistLayout();
  return (
    <fieldset className={`${segments.segments} ${styles.layouts}`} aria-label="Layout">
      {layouts.map(({ layout, label, Icon }) => (
        <button
          key={layout}
          type="button"
          aria-pressed={chosen === layout}
          aria-label={label}
          title={label}
          onClick={() => setWatchlistLayout(layout)}
        >
          <Icon className="icon" aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
