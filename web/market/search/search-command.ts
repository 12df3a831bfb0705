import type Icon from 'lucide-react/icons/search';
import type { RecentCoin } from './recent-coins.ts';

/** Something the search can do besides opening a coin. */
export interface SearchCommand {
  readonly id: string;
  readonly label: string;
  /** Other words it is found by. */
  readonly words?: string | undefined;
  /** The key that does the same anywhere on the page. */
  readonly keys?: string | undefined;
  readonly Icon: typeof Icon;
  /** Listed before anything is typed. */
  readonly isOffered?: boolean | undefined;
  readonly run: () => void;
}

/** Something that can be done with a coin: "alert on bitcoin". */
export interface CoinAction {
  readonly id: string;
  /** What the typed text begins with. */
  readonly pattern: RegExp;
  readonly label: (coin: RecentCoin) => string;
  readonly Icon: typeof Icon;
  readonly run: (coin: RecentCoin) => void;
}

const maxCommands = 5;

/** The commands that have every typed word at the beginning of one of theirs; without a text those that are offered. */
export function matchCommands(commands: readonly SearchCommand[], text: string): readonly SearchCommand[] {
  const typed = toWords(text);
  if (typed.length === 0) return commands.filter(({ isOffered }) => isOffered);
  return commands
    .filter(({ label, words = '' }) => {
      const own = toWords(`${label} ${words}`);
      return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
    })
    .slice(0, maxCommands);
}

/** The action a text begins with, and the rest of the text, which names the coin. */
export function readAction(
  actions: readonly CoinAction[],
  text: string,
): { readonly action: CoinAction; readonly rest: string } | null {
  for (const action of actions) {
    const [begin] = action.pattern.exec(text.trimStart()) ?? [];
    const rest = begin === undefined ? '' : text.trimStart().slice(begin.length).trim();
    if (rest !== '') return { action, rest };
  }
  return null;
}

function toWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
