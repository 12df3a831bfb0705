import { useEffect, useRef } from 'react';
import type { Alert } from '#contract/alerts/alerts.ts';

/**
 * Keeps the focus when an alert's row, and with it its focused button, moves to another group or is removed. The moved
 * row gets the focus, or the row that takes a removed one's place, or the page if no row is left. Rows are `[data-alert]`
 * with a `tabIndex` of -1. Call the returned function with the alert that is changing.
 */
export function useKeptFocus(alerts: readonly Alert[] | undefined): (alert: Alert) => void {
  const pressed = useRef<{ alert: Alert; index: number } | null>(null);
  useEffect(() => {
    if (!pressed.current || !alerts) return;
    const { alert, index } = pressed.current;
    const now = alerts.find(({ id }) => id === alert.id);
    if (now?.status === alert.status) return;
    pressed.current = null;
    if (document.activeElement !== document.body) return;
    const rows = listRows();
    const row =
      (now && rows.find(({ dataset }) => dataset.alert === now.id)) ??
      rows[Math.min(index, rows.length - 1)] ??
      document.getElementById('main');
    row?.focus({ preventScroll: now === undefined });
  }, [alerts]);
  return (alert) => {
    const index = listRows().findIndex(({ dataset }) => dataset.alert === alert.id);
    pressed.current = { alert, index: Math.max(0, index) };
  };
}

function listRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-alert]')];
}
