import ArrowRight from 'lucide-react/icons/arrow-right';
import BellPlus from 'lucide-react/icons/bell-plus';
import Coins from 'lucide-react/icons/coins';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Keyboard from 'lucide-react/icons/keyboard';
import SunMoon from 'lucide-react/icons/sun-moon';
import { requestsAlertForm } from '#web/alerts/form/use-requested-alert.ts';
import { toggleHiddenAmounts } from '#web/lib/hidden-amounts.ts';
import { currencyOf, isWide } from '#web/lib/money/currency.ts';
import { currencyName } from '#web/lib/money/currency-names.ts';
import { paths } from '#web/lib/paths.ts';
import { toggleTheme } from '#web/lib/theme.ts';
import type { SearchCommand } from '#web/market/search/search-command.ts';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { type NavLink, navLinks } from '../nav-links.ts';

interface CommandContext {
  readonly isSignedIn: boolean;
  readonly areAmountsHidden: boolean;
  readonly go: (to: string, state?: object) => void;
  /** The available currency codes, in lower case. */
  readonly currencies: readonly string[];
  readonly chooseCurrency: (code: string) => void;
}

interface FoundPage extends NavLink {
  /** More words to find it by. */
  readonly words?: string;
  /** Only for visitors who are not signed in. */
  readonly isForGuests?: boolean;
}

const pages: readonly FoundPage[] = [
  ...navLinks,
  { label: 'Alerts', to: paths.alerts, words: 'price notifications', isPrivate: true },
  { label: 'Account', to: paths.account, words: 'settings profile api keys passkeys', isPrivate: true },
  { label: 'Blog', to: paths.blog, words: 'articles' },
  { label: 'Contact', to: paths.contact, words: 'support help' },
  { label: 'Privacy', to: paths.privacy },
  { label: 'Terms', to: paths.terms },
  { label: 'Sign In', to: paths.signIn, words: 'log in login', isForGuests: true },
  { label: 'Sign Up', to: paths.signUp, words: 'register account', isForGuests: true },
];

/** The commands and pages in the search for the current visitor or user. */
export function listSiteCommands(context: CommandContext): readonly SearchCommand[] {
  const { isSignedIn, areAmountsHidden, go } = context;
  const forUsers: readonly SearchCommand[] = [
    {
      id: 'alert',
      label: 'Create alert',
      words: 'set new price notification',
      Icon: BellPlus,
      isOffered: true,
      run: () => go(paths.alerts, requestsAlertForm),
    },
    {
      id: 'amounts',
      label: areAmountsHidden ? 'Show amounts' : 'Hide amounts',
      words: 'privacy eye portfolio values',
      keys: 'H',
      Icon: areAmountsHidden ? Eye : EyeOff,
      isOffered: true,
      run: toggleHiddenAmounts,
    },
  ];
  return [
    ...(isSignedIn ? forUsers : []),
    {
      id: 'theme',
      label: 'Switch theme',
      words: 'dark light mode',
      keys: 'T',
      Icon: SunMoon,
      isOffered: true,
      run: toggleTheme,
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      words: 'show keys help',
      keys: '?',
      Icon: Keyboard,
      isOffered: true,
      run: () => openOverlay('keys'),
    },
    {
      id: 'currency',
      label: 'Choose currency',
      words: 'money figures change show in',
      Icon: Coins,
      run: () => openOverlay('currency'),
    },
    ...listCurrencyCommands(context),
    ...pages
      .filter(({ isPrivate, isForGuests }) => (isSignedIn ? !isForGuests : !isPrivate))
      .map((link) => ({
        id: `page-${link.to}`,
        label: `Go to ${link.label}`,
        words: link.words,
        Icon: ArrowRight,
        run: () => go(link.to),
      })),
  ];
}

/** Units of a bitcoin with few decimals, whose names begin like coins: "bit" finds Bitcoin first. */
const bitcoinUnits: ReadonlySet<string> = new Set(['bits', 'sats']);

/** Commands such as "currency EUR", which shows all figures in euros. */
function listCurrencyCommands({ currencies, chooseCurrency }: CommandContext): readonly SearchCommand[] {
  return currencies.map((code) => ({
    id: `currency-${code}`,
    label: `Show figures in ${code.toUpperCase()}`,
    words: `currency ${currencyName(code)}`,
    isLikeCoin: isWide(currencyOf(code)) || bitcoinUnits.has(code),
    Icon: Coins,
    run: () => chooseCurrency(code),
  }));
}
