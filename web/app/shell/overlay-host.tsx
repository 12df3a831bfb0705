import { type ComponentType, Suspense, useEffect } from 'react';
import { type LazyModule, lazyModule, useLazyModule } from '#web/lib/lazy-module.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import {
  closeOverlay,
  openOverlay,
  type ShellOverlay,
  setOverlayLoader,
  useOverlay,
} from '#web/ui/overlay/overlays.ts';
import { PendingOverlay } from '#web/ui/overlay/pending-overlay.tsx';

interface HostProps {
  /** The text of the search box, which the search dialog shares. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

type OverlayProps<Overlay> = Overlay & HostProps & { readonly onClose: () => void };

/** An overlay's name, with its props. */
type Named<Name, Overlay = ShellOverlay> = Overlay extends { readonly name: infer Own }
  ? Name extends Own
    ? Overlay
    : never
  : never;

type ShellOverlays = {
  readonly [Name in ShellOverlay['name']]: LazyModule<ComponentType<OverlayProps<Named<Name>>>>;
};

/** Dialogs and popovers of the shell. Each is loaded on first use, to keep it out of the first view. */
const shellOverlays: ShellOverlays = {
  search: lazyModule(async () => (await import('./search/site-search.tsx')).SiteSearch),
  menu: lazyModule(async () => (await import('./menu-sheet.tsx')).MenuSheet),
  keys: lazyModule(async () => (await import('./keys-dialog.tsx')).KeysDialog),
  currency: lazyModule(
    async () => (await import('#web/accounts/currency/currency-dialog.tsx')).CurrencyDialog,
  ),
  lead: lazyModule(async () => (await import('#web/contact/leads/lead-popup.tsx')).LeadPopup),
  figure: lazyModule(async () => (await import('./strip/figure-popover.tsx')).FigurePopover),
  limit: lazyModule(async () => (await import('#web/billing/upgrade/limit-dialog.tsx')).LimitDialog),
  upgrade: lazyModule(async () => (await import('#web/billing/upgrade/upgrade-dialog.tsx')).UpgradeDialog),
  offer: lazyModule(async () => (await import('#web/billing/upgrade/upgrade-popup.tsx')).UpgradePopup),
};

const isShellOverlay = (overlay: { readonly name: string }): overlay is ShellOverlay =>
  overlay.name in shellOverlays;

setOverlayLoader((overlay) => {
  // A failed load is retried when the overlay is opened again.
  if (isShellOverlay(overlay)) shellOverlays[overlay.name].load().catch(() => {});
});

/** Back and Forward close an overlay: otherwise it would cover another page, or open again by itself on the next such page. */
function useClosingByHistory(): void {
  useEffect(() => {
    const close = () => openOverlay(null);
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, []);
}

/** Renders the open overlay of the shell, if any. One that failed to load stays closed. */
export function OverlayHost(props: HostProps) {
  const open = useOverlay();
  useClosingByHistory();
  if (open === null || !isShellOverlay(open)) return null;
  const close = () => {
    if (open.name === 'search') props.onText('');
    closeOverlay(open.name);
  };
  const type = (letter: string) => open.name === 'search' && props.onText(props.text + letter);
  return (
    <ErrorBoundary resetKey={open} fallback={() => null}>
      <Suspense fallback={<PendingOverlay onClose={close} onType={type} />}>
        <LoadedOverlay overlay={open} {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadedOverlay({ overlay, ...props }: HostProps & { overlay: ShellOverlay }) {
  // TypeScript cannot see that the name matches the props.
  const lazy = shellOverlays[overlay.name] as LazyModule<ComponentType<OverlayProps<ShellOverlay>>>;
  const Loaded = useLazyModule(lazy);
  return <Loaded {...props} {...overlay} onClose={() => closeOverlay(overlay.name)} />;
}
