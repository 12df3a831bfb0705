import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** Puts a text into the clipboard. `label` says which, to who cannot see it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      aria-label={label}
      onClick={() => void copy().catch(() => {})}
    >
      <Icon className="i i-14" aria-hidden="true" />
      <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
