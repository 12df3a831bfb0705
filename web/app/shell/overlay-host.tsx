import { Suspense } from 'react';
import { historyOfOverlay, limitOfOverlay } from '#web/billing/plans/plan-overlays.ts';
import { closeOverlay, setOverlayLoader, useOverlay } from '#web/ui/overlay/overlays.ts';
import { type LazyModule, lazyModule, useLazyModule } from '../../lib/lazy-module.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';

/** Dialogs and popovers of the shell. Each is loaded when it is first needed, so that the first view does not pay for it. */
const overlays = {
  search: lazyModule(() => import('#web/market/search/search-dialog.tsx')),
  menu: lazyModule(() => import('./menu-sheet.tsx')),
  keys: lazyModule(() => import('./keys-dialog.tsx')),
  figure: lazyModule(() => import('./figure-popover.tsx')),
  limit: lazyModule(() => import('#web/billing/upgrade/limit-dialog.tsx')),
  upgrade: lazyModule(() => import('#web/billing/upgrade/upgrade-dialog.tsx')),
  offer: lazyModule(() => import('#web/billing/upgrade/upgrade-popup.tsx')),
  lead: lazyModule(() => import('./lead-overlay.tsx')),
};

setOverlayLoader((name) => {
  // A load that fails is tried again when the overlay is opened again.
  overlayOf(name)
    ?.load()
    .catch(() => {});
});

/** Overlays of one kind differ by what follows the dash in their name. A page's own are not here. */
function overlayOf(name: string): LazyModule<unknown> | undefined {
  const kinds: Readonly<Record<string, LazyModule<unknown>>> = overlays;
  return kinds[name.split('-', 1)[0] ?? ''];
}

interface OverlayHostProps {
  searchText: string;
  onSearchText: (text: string) => void;
}

/** Renders the overlay of the shell that is open, if any. One that could not be loaded stays closed. */
export function OverlayHost(props: OverlayHostProps) {
  const open = useOverlay();
  if (open === null) return null;
  return (
    <ErrorBoundary resetKey={open} fallback={() => null}>
      <Suspense>
        <OpenOverlay name={open} {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function OpenOverlay({ name, searchText, onSearchText }: OverlayHostProps & { name: string }) {
  const close = () => closeOverlay(name);
  if (name === 'search') return <Search text={searchText} onText={onSearchText} onClose={close} />;
  if (name === 'menu') return <Menu text={searchText} onText={onSearchText} onClose={close} />;
  if (name === 'lead') return <Lead onClose={close} />;
  if (name === 'keys') return <Keys onClose={close} />;
  const limitType = limitOfOverlay(name);
  if (limitType) return <Limit limitType={limitType} onClose={close} />;
  const days = historyOfOverlay(name);
  if (days !== null) return <Upgrade days={days} onClose={close} />;
  if (name.startsWith('offer-')) return <Offer name={name} onClose={close} />;
  return name.startsWith('figure-') ? <Figure name={name} onClose={close} /> : null;
}

function Search(props: PropsOf<typeof overlays.search, 'SearchDialog'>) {
  const { SearchDialog } = useLazyModule(overlays.search);
  return <SearchDialog {...props} />;
}

function Menu(props: PropsOf<typeof overlays.menu, 'MenuSheet'>) {
  const { MenuSheet } = useLazyModule(overlays.menu);
  return <MenuSheet {...props} />;
}

function Keys(props: PropsOf<typeof overlays.keys, 'KeysDialog'>) {
  const { KeysDialog } = useLazyModule(overlays.keys);
  return <KeysDialog {...props} />;
}

function Lead(props: PropsOf<typeof overlays.lead, 'LeadOverlay'>) {
  const { LeadOverlay } = useLazyModule(overlays.lead);
  return <LeadOverlay {...props} />;
}

function Figure(props: PropsOf<typeof overlays.figure, 'FigurePopover'>) {
  const { FigurePopover } = useLazyModule(overlays.figure);
  return <FigurePopover {...props} />;
}

function Limit(props: PropsOf<typeof overlays.limit, 'LimitDialog'>) {
  const { LimitDialog } = useLazyModule(overlays.limit);
  return <LimitDialog {...props} />;
}

function Upgrade(props: PropsOf<typeof overlays.upgrade, 'UpgradeDialog'>) {
  const { UpgradeDialog } = useLazyModule(overlays.upgrade);
  return <UpgradeDialog {...props} />;
}

function Offer(props: PropsOf<typeof overlays.offer, 'UpgradePopup'>) {
  const { UpgradePopup } = useLazyModule(overlays.offer);
  return <UpgradePopup {...props} />;
}

/** The properties of a component that a lazy module exports. */
type PropsOf<M, Name extends string> =
  M extends LazyModule<Record<Name, (props: infer P) => unknown>> ? P : never;
