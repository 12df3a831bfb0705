import type Icon from 'lucide-react/icons/search';
import type { RecentCoin } from './recent-coins.ts';

/** A command in the search. */
export interface SearchCommand {
  readonly id: string;
  readonly label: string;
  /** More words to find it by. */
  readonly words?: string | undefined;
  /** The keyboard shortcut that does the same anywhere on the page. */
  readonly keys?: string | undefined;
  readonly Icon: typeof Icon;
  /** One word of its name may also be a coin; searching for that word alone lists the coin first. */
  readonly isLikeCoin?: boolean | undefined;
  /** Listed before anything is typed. */
  readonly isOffered?: boolean | undefined;
  readonly run: () => void;
}

/** An action on a coin, such as "alert on bitcoin". */
export interface CoinAction {
  readonly id: string;
  /** Matches the start of the typed text. */
  readonly pattern: RegExp;
  /** Followed by the coin's name. */
  readonly label: string;
  readonly Icon: typeof Icon;
  readonly run: (coin: RecentCoin) => void;
}

const maxCommands = 5;
/** Shorter texts count as coin symbols. */
const minTyped = 3;

export interface FoundCommands {
  /** Found by their label. Listed above the coins, so that coins arriving later can't take over Enter. */
  readonly named: readonly SearchCommand[];
  /** Found by their other words. */
  readonly related: readonly SearchCommand[];
}

/** The commands in which every typed word is the start of a word. */
export function matchCommands(commands: readonly SearchCommand[], text: string): FoundCommands {
  const typed = toWords(text);
  if (text.trim().length < minTyped) return { named: [], related: [] };
  const hasAll = (words: readonly string[]) =>
    typed.every((word) => words.some((candidate) => candidate.startsWith(word)));
  const found = commands
    .filter(({ label, words = '' }) => hasAll(toWords(`${label} ${words}`)))
    .slice(0, maxCommands);
  const isNamed = ({ label, isLikeCoin }: SearchCommand) =>
    hasAll(toWords(label)) && !(isLikeCoin && typed.length === 1);
  return { named: found.filter(isNamed), related: found.filter((command) => !isNamed(command)) };
}

/** The action that a text starts with, and the rest of the text, which names the coin. */
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
