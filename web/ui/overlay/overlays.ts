import { useSyncExternalStore } from 'react';
import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { Scope } from '#contract/ledger/settings.ts';
import type { HistoryDays } from '#contract/market.ts';
import type { LimitType, PlanFeature } from '#contract/plans.ts';
import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxMethod } from '#contract/tax/methods.ts';
import type { TaxLine } from '#contract/tax/report.ts';

/** An overlay that the shell renders, with its parameters. */
export type ShellOverlay =
  | { readonly name: 'search' | 'menu' | 'keys' | 'lead' | 'currency' }
  | { readonly name: 'figure'; readonly figure: 'market-cap' | 'volume' | 'dominance' | 'active' }
  | { readonly name: 'limit'; readonly limitType: LimitType }
  | { readonly name: 'upgrade'; readonly days: HistoryDays }
  | { readonly name: 'offer'; readonly reason: 'time_spent' | 'feature_locked' | 'limit_reached' };

/** The totals of a portfolio that are explained in words while a cost or price isn't known. */
export type ExplainedTotalName = 'Total P&L' | 'Total Invested';

/** The proof of a figure in the open portfolio. Without `coin`, of a total. */
export interface ProofOverlay {
  readonly name: 'proof';
  readonly figure: ProvenFigure;
  readonly coin?: string;
  /** For a disposal's gain: its transaction, and whether the fee was disposed of. */
  readonly transaction?: string | undefined;
  readonly isFee?: boolean | undefined;
  /** A date or an instant, inclusive. */
  readonly from?: string | undefined;
  /** A date or an instant, exclusive. */
  readonly to?: string | undefined;
  /** The time of the figures on the page, so that exactly that number is proved. */
  readonly asOf?: string;
  /** For a line of a filed tax report: the report's id and the line's number. */
  readonly report?: string;
  readonly line?: number;
  /** For a line of a tax report by the rules of its country. `with`: the ids of the other portfolios in it. */
  readonly country?: TaxCountry | undefined;
  readonly timeZone?: string | undefined;
  readonly with?: string | undefined;
  /** What to show for a line whose proof would be too large. */
  readonly working?: { readonly line: TaxLine; readonly coins: string; readonly timeZone: string };
  /** Shows how this total is counted instead, because it has no proof of its own. */
  readonly explained?: ExplainedTotalName;
  /** These default to the portfolio's settings. */
  readonly method?: TaxMethod;
  readonly scope?: Scope;
  readonly currency?: string;
}

/** An overlay that a page renders itself. The page has its context. */
export type PageOverlay =
  | ProofOverlay
  | { readonly name: 'feature'; readonly feature: PlanFeature }
  | { readonly name: 'alert-arm' | 'alert-bell' | 'alert-delete' | 'alert-form' }
  | { readonly name: 'delete-account' | 'delete-api-key' | 'delete-passkey' | 'sign-out-everywhere' }
  | {
      readonly name:
        | 'holding-add'
        | 'holding-delete'
        | 'holding-edit'
        | 'import-undo'
        | 'ledger-settings'
        | 'portfolios';
    }
  | { readonly name: 'lesson' | 'table-columns' };

/** A dialog, sheet or popover. */
export type Overlay = ShellOverlay | PageOverlay;

/** The overlays without parameters. */
export type OverlayName = Extract<Overlay['name'], NameOnly<Overlay>>;
type NameOnly<T> = T extends { readonly name: infer Name } ? (keyof T extends 'name' ? Name : never) : never;

const listeners = new Set<() => void>();
/** At most one overlay is open: opening another closes it. */
let open: Overlay | null = null;

/** Preloads an overlay. Set by the component that renders overlays. */
let prepare: (overlay: Overlay) => void = () => {};

/** Sets how overlays are preloaded. */
export function setOverlayLoader(load: (overlay: Overlay) => void): void {
  prepare = load;
}

/** Starts loading an overlay that is likely to be opened next. */
export function prepareOverlay(overlay: Overlay | OverlayName): void {
  prepare(toOverlay(overlay));
}

/** Opens an overlay; null closes the open one. */
export function openOverlay(overlay: Overlay | OverlayName | null): void {
  const next = overlay === null ? null : toOverlay(overlay);
  if (isSameOverlay(open, next)) return;
  open = next;
  if (next !== null) prepare(next);
  for (const listener of listeners) listener();
}

/** Closes the overlay if it is the open one. */
export function closeOverlay(name: Overlay['name']): void {
  if (open?.name === name) openOverlay(null);
}

/** The open overlay, or null. Returns the same object until another opens. */
export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}

/** Whether any overlay is open. */
export function hasOverlay(): boolean {
  return open !== null;
}

/** Calls `act` as soon as no overlay is open, which may be immediately. Never after `signal` has aborted. */
export function whenNoOverlay(act: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  if (open === null) {
    act();
    return;
  }
  const stop = subscribe(() => {
    if (open !== null && !signal.aborted) return;
    stop();
    if (!signal.aborted) act();
  });
}

/** Whether both are the same overlay with the same parameters. */
function isSameOverlay(one: Overlay | null, other: Overlay | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toOverlay(overlay: Overlay | OverlayName): Overlay {
  return typeof overlay === 'string' ? { name: overlay } : overlay;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
