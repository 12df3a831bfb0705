import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import button from './styles/button.module.css';

/** Copies a text to the clipboard. `label` names it for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      className={`${button.secondary} ${button.small}`}
      type="button"
      aria-label={label}
      onClick={() => void copy().catch(() => {})}
    >
      <Icon className="icon iconSmall" aria-hidden="true" />
      <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
