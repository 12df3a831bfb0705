/** An element with a tooltip. */
export interface TooltipAnchor {
  readonly element: HTMLElement;
  readonly text: string;
}

/** Titles that were taken from their elements, so that the browser's own tooltip does not show too. */
const taken = new WeakMap<Element, string>();

/**
 * The tooltip of an element or of the nearest around it: its `title`, or the name of an icon button. Null where the text
 * is already there to read.
 */
export function findTooltip(target: EventTarget | null): TooltipAnchor | null {
  const found = target instanceof Element ? target.closest('[title], [data-titled], [aria-label]') : null;
  if (!(found instanceof HTMLElement)) return null;
  const text = found.title || taken.get(found) || nameOfIcon(found);
  if (text === '') return findTooltip(found.parentElement);
  return isReadable(found, text) ? null : { element: found, text };
}

/** Keeps the browser from showing the title while our own tooltip does. */
export function takeTitle({ element, text }: TooltipAnchor): void {
  if (!element.title) return;
  taken.set(element, text);
  element.dataset.titled = '';
  element.removeAttribute('title');
}

/** Undoes `takeTitle`, unless a newer title was set. */
export function giveTitleBack({ element }: TooltipAnchor): void {
  const text = taken.get(element);
  if (text === undefined) return;
  taken.delete(element);
  delete element.dataset.titled;
  if (!element.title) element.title = text;
}

function nameOfIcon(element: HTMLElement): string {
  const isControl = element.matches('a, button, [role="button"]');
  return isControl && element.textContent.trim() === '' ? (element.ariaLabel ?? '') : '';
}

/** Whether the element itself shows the text, uncut. */
function isReadable(element: HTMLElement, text: string): boolean {
  return element.textContent.trim() === text && element.scrollWidth <= element.clientWidth;
}
