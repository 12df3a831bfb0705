import button from '#web/ui/styles/button.module.css';
import styles from './search-dialog.module.css';
import type { CoinSearch } from './use-coin-search.ts';

interface SearchNoteProps {
  /** The part of the text that names a coin. */
  query: string;
  search: CoinSearch;
  /** The number of results of all kinds. */
  found: number;
}

/** The state or failure of the search in words, announced to screen readers; below the results. */
export function SearchNote({ query, search, found }: SearchNoteProps) {
  const { matches, isLoading, hasFailed, retry } = search;
  if (hasFailed) {
    return (
      <div className={`${styles.note} row between`} role="alert">
        <span>
          The search could not be reached
          {matches.length > 0 ? '; only coins in the market table are shown.' : '.'}
        </span>
        <button className={`${button.secondary} ${button.small}`} type="button" onClick={retry}>
          Retry
        </button>
      </div>
    );
  }
  return (
    <p className={found > 0 ? 'visuallyHidden' : styles.note} role="status">
      {summarize(query, found, isLoading)}
    </p>
  );
}

function summarize(query: string, found: number, isLoading: boolean): string {
  if (query === '') return 'Type a name or a symbol.';
  if (found > 0) return found === 1 ? '1 result' : `${found} results`;
  return isLoading ? 'Searching…' : `No coin found for “${query}”.`;
}
