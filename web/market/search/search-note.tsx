import button from '#web/ui/styles/button.module.css';
import styles from './search-dialog.module.css';
import type { CoinSearch } from './use-coin-search.ts';

/** The state or failure of the search in words, announced to screen readers; below the results. */
export function SearchNote({ text, search }: { text: string; search: CoinSearch }) {
  const { matches, isLoading, hasFailed, retry } = search;
  if (hasFailed) {
    return (
      <div className={`${styles.note} row between`} role="alert">
        <span>
          The search could not be reached
          {matches.length > 0 ? '; only coins of the market table are shown.' : '.'}
        </span>
        <button className={`${button.secondary} ${button.small}`} type="button" onClick={retry}>
          Retry
        </button>
      </div>
    );
  }
  const count = matches.length;
  return (
    <>
      <p className={count > 0 ? 'visuallyHidden' : styles.note} role="status">
        {summarize(text.trim(), count, isLoading)}
      </p>
      {count > 0 && (
        <div className={styles.foot} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose
          </span>
          <span>
            <kbd>Enter</kbd> to open
          </span>
          <span>
            <kbd>Esc</kbd> to close
          </span>
        </div>
      )}
    </>
  );
}

function summarize(query: string, count: number, isLoading: boolean): string {
  if (query === '') return 'Type a name or a symbol.';
  if (count > 0) return count === 1 ? '1 coin found' : `${count} coins found`;
  return isLoading ? 'Searching…' : `No coin found for “${query}”.`;
}
