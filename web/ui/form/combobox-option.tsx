import { type ReactNode, useEffect, useRef } from 'react';

interface ComboboxOptionProps {
  id: string;
  className: string | undefined;
  /** Highlighted by the arrow keys. */
  isActive: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An option in the list of a field with `role="combobox"`. It scrolls into view when it is highlighted. */
export function ComboboxOption({ id, className, isActive, onChoose, children }: ComboboxOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is highlighted, never focused
    <div
      ref={element}
      className={className}
      role="option"
      id={id}
      aria-selected={isActive}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
