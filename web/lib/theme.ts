import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, writeStored } from './storage.ts';

/** The themes to choose from. */
export const themeChoices = ['light', 'dark', 'system'] as const;
/** The reader's choice; `system` follows the device. */
export type ThemeChoice = (typeof themeChoices)[number];

const local = () => localStorage;
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The stored choice; anything invalid counts as `system`. */
function getThemeChoice(): ThemeChoice {
  const stored = readStored(local, storageKeys.theme);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/** Stores a choice and applies it immediately. Other tabs follow through the `storage` event. */
export function setThemeChoice(choice: ThemeChoice): void {
  writeStored(local, storageKeys.theme, choice);
  showTheme(choice);
}

/** Switches between light and dark, even if the choice was `system`. */
export function toggleTheme(): void {
  setThemeChoice(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
}

/**
 * Keeps the page's theme in sync with other tabs and the device. Before the first paint, an inline script applies the
 * theme.
 */
export function watchTheme(): void {
  addEventListener('storage', (event) => {
    if (event.key === storageKeys.theme || event.key === null) showTheme(getThemeChoice());
  });
  systemDark().addEventListener('change', () => showTheme(getThemeChoice()));
  // Pages are always printed in the light theme.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
  });
  addEventListener('afterprint', () => showTheme(getThemeChoice()));
}

/** The choice, for a control. `system` until hydration. */
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
