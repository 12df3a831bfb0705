import fc from 'fast-check';
import Icon from 'lucide-react/icons/search';
import { describe, expect, it } from 'vitest';
import { type CoinAction, matchCommands, readAction, type SearchCommand } from './search-command.ts';
import { listFoundGroups, listStartingGroups, type SearchGroup } from './search-groups.ts';

const coin = (id: string) => ({ id, name: id.toUpperCase(), symbol: id });
const coins = (...ids: string[]) => ids.map(coin);
const shown = (groups: readonly SearchGroup[]) =>
  groups.map(({ name, options }) => [
    name,
    ...options.map((option) => (option.kind === 'command' ? option.command.id : option.coin.id)),
  ]);

describe('the groups before anything is typed', () => {
  it('are recent, watched and trending coins, each coin only in the first group', () => {
    const groups = listStartingGroups({
      recent: coins('a', 'b', 'c', 'd'),
      watched: coins('b', 'e', 'f', 'g', 'h'),
      trending: coins('a', 'i', 'e', 'j', 'k'),
    });
    expect(shown(groups)).toEqual([
      ['Recent', 'a', 'b', 'c'],
      ['Watched', 'e', 'f', 'g'],
      ['Trending', 'i', 'j'],
    ]);
  });

  it('omit empty groups and show more trending coins instead', () => {
    const groups = listStartingGroups({ recent: [], watched: [], trending: coins('a', 'b', 'c', 'd', 'e') });
    expect(shown(groups)).toEqual([['Trending', 'a', 'b', 'c', 'd', 'e']]);
  });

  it('never show a coin twice, nor more than nine', () => {
    const some = fc.array(fc.constantFrom(...'abcdefghijklmnop').map(coin), { maxLength: 20 });
    fc.assert(
      fc.property(some, some, some, (recent, watched, trending) => {
        const unique = (list: typeof recent) => [...new Map(list.map((one) => [one.id, one])).values()];
        const groups = listStartingGroups({
          recent: unique(recent),
          watched: unique(watched),
          trending: unique(trending),
        });
        const ids = shown(groups).flatMap(([, ...members]) => members);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

const command = (id: string, label: string, more: Partial<SearchCommand> = {}): SearchCommand => ({
  id,
  label,
  Icon,
  run: () => {},
  ...more,
});
const commands = [
  command('theme', 'Switch theme', { words: 'dark light mode', isOffered: true }),
  command('amounts', 'Hide amounts', { isOffered: true }),
  command('news', 'Go to News'),
];

describe('commands', () => {
  it('are found by the starts of their words, in any order and case', () => {
    const found = (text: string) => {
      const { named, related } = matchCommands(commands, text);
      return [named.map(({ id }) => id), related.map(({ id }) => id)];
    };
    expect(found('THEME')).toEqual([['theme'], []]);
    expect(found('theme sw')).toEqual([['theme'], []]);
    expect(found('dark')).toEqual([[], ['theme']]);
    expect(found('dark theme')).toEqual([[], ['theme']]);
    expect(found('eme')).toEqual([[], []]);
    expect(found('dark news')).toEqual([[], []]);
    expect(found(' th ')).toEqual([[], []]);
  });

  it('come after the coins if only a word that is also a coin is typed', () => {
    const inSolana = command('currency-sol', 'Show figures in SOL', { words: 'currency', isLikeCoin: true });
    const idsOf = (text: string) => {
      const { named, related } = matchCommands([inSolana], text);
      return [named.length, related.length];
    };
    expect(idsOf('sol')).toEqual([0, 1]);
    expect(idsOf('show in sol')).toEqual([1, 0]);
  });

  it('come before the coins if they are named, and after them otherwise', () => {
    const [theme, amounts] = [commands.slice(0, 1), commands.slice(1, 2)];
    expect(shown(listFoundGroups(coins('a'), null, { named: theme, related: amounts }))).toEqual([
      ['Commands', 'theme'],
      ['Coins', 'a'],
      ['Related', 'amounts'],
    ]);
    expect(listFoundGroups([], null, { named: [], related: [] })).toEqual([]);
  });
});

describe('an action on a coin', () => {
  const alert: CoinAction = {
    id: 'alert',
    pattern: /^alert(?: on)?\s+/i,
    label: 'Set alert on',
    Icon,
    run: () => {},
  };

  it.each([
    ['alert on bit', 'bit'],
    ['  Alert bit coin ', 'bit coin'],
    ['alert on', 'on'],
    ['alert ', null],
    ['alerts', null],
    ['bit alert', null],
  ])('is read from “%s”', (text, rest) => {
    expect(readAction([alert], text)?.rest ?? null).toBe(rest);
  });

  it('replaces opening the coin', () => {
    const [group] = listFoundGroups(coins('a', 'b'), alert, { named: [], related: [] });
    expect(group?.options.map(({ kind, key }) => [kind, key])).toEqual([
      ['action', 'alert-a'],
      ['action', 'alert-b'],
    ]);
  });
});
