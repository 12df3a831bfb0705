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
  /** Its name is that of a coin too: one word of it finds the coin first. */
  readonly isLikeCoin?: boolean | undefined;
  /** Listed before anything is typed. */
  readonly isOffered?: boolean | undefined;
  readonly run: () => void;
}

/** Something that can be done with a coin: "alert on bitcoin". */
export interface CoinAction {
  readonly id: string;
  /** What the typed text begins with. */
  readonly pattern: RegExp;
  /** What the coins' names complete. */
  readonly label: string;
  readonly Icon: typeof Icon;
  readonly run: (coin: RecentCoin) => void;
}

const maxCommands = 5;
/** Shorter texts are symbols of coins. */
const minTyped = 3;

export interface FoundCommands {
  /** Found by their own name: above the coins, so that coins which arrive later do not take Enter from them. */
  readonly named: readonly SearchCommand[];
  /** Found by other words. */
  readonly related: readonly SearchCommand[];
}

/** The commands in which every typed word begins a word. */
export function matchCommands(commands: readonly SearchCommand[], text: string): FoundCommands {
  const typed = toWords(text);
  if (text.trim().length < minTyped) return { named: [], related: [] };
  const hasAll = (own: readonly string[]) =>
    typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  const found = commands
    .filter(({ label, words = '' }) => hasAll(toWords(`${label} ${words}`)))
    .slice(0, maxCommands);
  const isNamed = ({ label, isLikeCoin }: SearchCommand) =>
    hasAll(toWords(label)) && !(isLikeCoin && typed.length === 1);
  return { named: found.filter(isNamed), related: found.filter((command) => !isNamed(command)) };
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
