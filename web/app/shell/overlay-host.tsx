import { Suspense } from 'react';
import { type LazyModule, lazyModule, useLazyModule } from '../../lib/lazy-module.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { closeOverlay, useOverlay } from '../../ui/overlays.ts';

/** Dialogs and popovers of the shell. Each is loaded when it is first needed, so that the first view does not pay for it. */
export const shellOverlays = {
  search: lazyModule(() => import('../../market/search-dialog.tsx')),
  menu: lazyModule(() => import('./menu-sheet.tsx')),
  keys: lazyModule(() => import('./keys-dialog.tsx')),
  figure: lazyModule(() => import('./figure-popover.tsx')),
};

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
  if (name === 'keys') return <Keys onClose={close} />;
  return name.startsWith('figure-') ? <Figure name={name} onClose={close} /> : null;
}

function Search(props: PropsOf<typeof shellOverlays.search, 'SearchDialog'>) {
  const { SearchDialog } = useLazyModule(shellOverlays.search);
  return <SearchDialog {...props} />;
}

function Menu(props: PropsOf<typeof shellOverlays.menu, 'MenuSheet'>) {
  const { MenuSheet } = useLazyModule(shellOverlays.menu);
  return <MenuSheet {...props} />;
}

function Keys(props: PropsOf<typeof shellOverlays.keys, 'KeysDialog'>) {
  const { KeysDialog } = useLazyModule(shellOverlays.keys);
  return <KeysDialog {...props} />;
}

function Figure(props: PropsOf<typeof shellOverlays.figure, 'FigurePopover'>) {
  const { FigurePopover } = useLazyModule(shellOverlays.figure);
  return <FigurePopover {...props} />;
}

/** The properties of a component that a lazy module exports. */
type PropsOf<M, Name extends string> =
  M extends LazyModule<Record<Name, (props: infer P) => unknown>> ? P : never;
