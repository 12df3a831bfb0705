import type { ReactNode } from 'react';

interface FilterButtonProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Shown at its end. */
  children: ReactNode;
}

export function FilterButton({ name, isChosen, onChoose, children }: FilterButtonProps) {
  return (
    <button type="button" className="topic" aria-pressed={isChosen} onClick={onChoose}>
      <span>{name}</span>
      {children}
    </button>
  );
}
