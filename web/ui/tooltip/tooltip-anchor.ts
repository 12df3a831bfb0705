/** An element with a tooltip. */
export interface TooltipAnchor {
  readonly element: HTMLElement;
  readonly text: string;
}

/** Titles that were removed from their elements, so that the browser doesn't show its own tooltip too. */
const removedTitles = new WeakMap<Element, string>();

/**
 * The tooltip of an element or its nearest ancestor that has one: the `title`, or the name of an icon button. Null if
 * the element already shows the text.
 */
export function findTooltip(target: EventTarget | null): TooltipAnchor | null {
  const found = target instanceof Element ? target.closest('[title], [data-titled], [aria-label]') : null;
  if (!(found instanceof HTMLElement)) return null;
  const text = found.title || removedTitles.get(found) || iconName(found);
  if (text === '') return findTooltip(found.parentElement);
  return isReadable(found, text) ? null : { element: found, text };
}

/** Removes the title, so that the browser doesn't show it as well. */
export function removeTitle({ element, text }: TooltipAnchor): void {
  if (!element.title) return;
  removedTitles.set(element, text);
  element.dataset.titled = '';
  element.removeAttribute('title');
}

/** Undoes `removeTitle`, unless a newer title was set. */
export function restoreTitle({ element }: TooltipAnchor): void {
  const text = removedTitles.get(element);
  if (text === undefined) return;
  removedTitles.delete(element);
  delete element.dataset.titled;
  if (!element.title) element.title = text;
}

function iconName(element: HTMLElement): string {
  const isControl = element.matches('a, button, [role="button"]');
  return isControl && element.textContent.trim() === '' ? (element.ariaLabel ?? '') : '';
}

/** Whether the element itself shows the whole text. */
function isReadable(element: HTMLElement, text: string): boolean {
  return element.textContent.trim() === text && element.scrollWidth <= element.clientWidth;
}
