import { useEffect, useEffectEvent } from 'react';

/** The command of a key press. */
export type KeyCommand = 'search' | 'theme' | 'amounts' | 'keys';

/** Whether a key press is text input, for which shortcuts are off. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}

/** The command of a key press, if any. Ctrl-K and Cmd-K always work, other keys not while typing. */
function readKey(event: KeyboardEvent): KeyCommand | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') return 'search';
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  if (key === '/') return 'search';
  if (key === '?') return 'keys';
  if (event.repeat) return null;
  if (key === 'h') return 'amounts';
  return key === 't' ? 'theme' : null;
}

/** Calls back for each command, anywhere on the page. */
export function useKeys(onCommand: (command: KeyCommand) => void): void {
  const act = useEffectEvent(onCommand);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = readKey(event);
      if (!command) return;
      event.preventDefault();
      act(command);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
