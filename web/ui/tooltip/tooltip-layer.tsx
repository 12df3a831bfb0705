import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltip.module.css';
import { findTooltip, removeTitle, restoreTitle, type TooltipAnchor } from './tooltip-anchor.ts';
import { createTooltipTimer } from './tooltip-timer.ts';

const id = 'tooltip';
/** Distance from the anchor, and from the edges of the window, in px. */
const gap = 6;
const margin = 8;

/** The page's single tooltip, for the element under the pointer or with keyboard focus. */
export function TooltipLayer() {
  const [shown, setShown] = useState<TooltipAnchor | null>(null);
  useEffect(() => watchTooltips(setShown), []);
  // In a landmark, as all contents of a page should be.
  return shown && createPortal(<Tooltip {...shown} />, document.getElementById('main') ?? document.body);
}

function Tooltip({ element, text }: TooltipAnchor) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, element);
    if (element.ariaLabel === text) return;
    element.setAttribute('aria-describedby', id);
    return () => element.removeAttribute('aria-describedby');
  }, [element, text]);
  return (
    <div ref={bubble} className={styles.tooltip} role="tooltip" id={id}>
      {text}
    </div>
  );
}

/** Places the tooltip above the anchor, or below it if there is no room. */
function place(bubble: HTMLElement, anchor: Element): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const x = (left + right - width) / 2;
  const above = top - gap - height;
  bubble.style.left = `${Math.max(margin, Math.min(x, document.documentElement.clientWidth - margin - width))}px`;
  bubble.style.top = `${above < margin ? bottom + gap : above}px`;
}

/** Follows pointer, focus and keys. Returns a function that stops it. */
function watchTooltips(show: (anchor: TooltipAnchor | null) => void): () => void {
  let hovered: TooltipAnchor | null = null;
  let open: TooltipAnchor | null = null;
  const timer = createTooltipTimer<TooltipAnchor>((anchor) => {
    open = anchor;
    show(anchor);
  });
  let hasTabbed = false;
  const listening = new AbortController();

  function openOwn(element: Element): void {
    const found = findTooltip(element);
    if (found && found.element === element) timer.open(found);
  }

  function hover(target: EventTarget | null): void {
    if (isInTooltip(target)) {
      timer.hold();
      return;
    }
    const found = findTooltip(target);
    if (found?.element !== hovered?.element || found?.text !== hovered?.text) {
      if (hovered) restoreTitle(hovered);
      hovered = found;
      if (hovered) removeTitle(hovered);
    }
    timer.hover(hovered);
  }

  function listen<Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
  ) {
    document.addEventListener(name, act, { signal: listening.signal, passive: true });
  }
  listen('pointerover', (event) => event.pointerType !== 'touch' && hover(event.target));
  listen('pointerout', (event) => event.relatedTarget === null && hover(null));
  listen('pointerdown', (event) => !isInTooltip(event.target) && timer.dismiss());
  // Only after Tab: an opening dialog focuses its close button, and should still close on the first Escape.
  listen('focusin', ({ target }) => hasTabbed && isFocusVisible(target) && openOwn(target));
  listen('focusout', () => timer.dismiss());
  // A finger can't hover, so a tap on a term explains it.
  listen('click', ({ target }) => isTerm(target) && openOwn(target));
  // Escape first closes only the tooltip, and on the next press a dialog below it.
  const onKey = (event: KeyboardEvent) => {
    hasTabbed = event.key === 'Tab';
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    timer.dismiss();
  };
  addEventListener('keydown', onKey, { signal: listening.signal, capture: true });
  addEventListener('scroll', () => timer.dismiss(), {
    signal: listening.signal,
    capture: true,
    passive: true,
  });

  // The event that caused this code to load has been missed.
  if (matchMedia('(hover: hover)').matches) hover([...document.querySelectorAll(':hover')].at(-1) ?? null);
  const focused = document.activeElement;
  if (isFocusVisible(focused) || isTerm(focused)) openOwn(focused);
  return () => {
    listening.abort();
    timer.dismiss();
    if (hovered) restoreTitle(hovered);
  };
}

const isInTooltip = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${id}`) !== null;

const isTerm = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.matches('[data-term]');

const isFocusVisible = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.matches(':focus-visible');
