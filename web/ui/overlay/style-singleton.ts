import { useEffect } from 'react';

/*
 * Replaces the package react-style-singleton, with which Radix's dialogs lock the page's scrolling. The package inserts
 * a style element, which the content security policy blocks, whereas it allows a constructed stylesheet.
 */

interface SharedSheet {
  add(styles: string): void;
  remove(): void;
}

/** A stylesheet that applies while at least one component has added it. It has the first one's styles. */
export function stylesheetSingleton(): SharedSheet {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(styles) {
      users += 1;
      if (sheet) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
      sheet = null;
    },
  };
}

/** Returns a hook that adds styles while its component is mounted. */
export function styleHookSingleton() {
  const shared = stylesheetSingleton();
  return (styles: string, isDynamic = false) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, only dynamic styles are updated
    useEffect(() => {
      shared.add(styles);
      return () => shared.remove();
    }, [isDynamic && styles]);
  };
}

/** A component that adds its styles while it is mounted. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: the package's interface; called once, on import
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
