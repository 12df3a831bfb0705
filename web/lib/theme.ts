import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, writeStored } from './storage.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
/** What the reader chose; `system` follows the device. */
export type ThemeChoice = (typeof themeChoices)[number];

const local = () => localStorage;
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The stored choice; anything unreadable counts as `system`. */
function getThemeChoice(): ThemeChoice {
  const stored = readStored(local, storageKeys.theme);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Stores a choice and shows it at once; other tabs follow by the `storage` event. */
export function setThemeChoice(choice: ThemeChoice): void {
  writeStored(local, storageKeys.theme, choice);
  showTheme(choice);
}

/** Light becomes dark and dark light, whatever the choice was. */
export function toggleTheme(): void {
  setThemeChoice(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
}

/** Keeps the page in step with other tabs and with the device. Before the first paint, the page's own script has chosen. */
export function watchTheme(): void {
  addEventListener('storage', (event) => {
    if (event.key === storageKeys.theme || event.key === null) showTheme(getThemeChoice());
  });
  systemDark().addEventListener('change', () => showTheme(getThemeChoice()));
  // Paper is white, whatever the screen shows.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
  });
  addEventListener('afterprint', () => showTheme(getThemeChoice()));
}

/** The choice, for a control that shows it; `system` until the page has hydrated. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getThemeChoice,
    () => 'system' as const,
  );
}

function showTheme(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && systemDark().matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}
