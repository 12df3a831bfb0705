import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { TaxFormat } from '#contract/tax/choice.ts';
import button from '#web/ui/styles/button.module.css';
import { useSaveReport } from './mutations.ts';

const formats = ['pdf', 'csv', 'json'] as const satisfies readonly TaxFormat[];

interface SaveButtonsProps {
  /** What is saved, as named in the buttons' labels: `this report`. */
  what: string;
  /** The file's name without its extension. */
  name: string;
  pathOf: (format: TaxFormat) => string;
}

/** A button for each format of a report. */
export function SaveButtons({ what, name, pathOf }: SaveButtonsProps) {
  const { mutate, isPending } = useSaveReport();
  const [pressed, setPressed] = useState<TaxFormat | null>(null);
  const saving = isPending ? pressed : null;
  return formats.map((format) => (
    <button
      key={format}
      type="button"
      className={`${button.secondary} ${button.small}`}
      aria-label={`Save ${what} as ${format.toUpperCase()}`}
      aria-disabled={isPending || undefined}
      title={saving && saving !== format ? `The ${saving.toUpperCase()} is being saved` : undefined}
      onClick={() => {
        if (!isPending) setPressed(format);
        mutate({ path: pathOf(format), name: `${name}.${format}` });
      }}
    >
      <Download className="icon" aria-hidden="true" />
      {saving === format ? 'Saving…' : format.toUpperCase()}
    </button>
  ));
}
