import Download from 'lucide-react/icons/download';
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
  return formats.map((format) => (
    <button
      key={format}
      type="button"
      className={`${button.secondary} ${button.small}`}
      aria-label={`Save ${what} as ${format.toUpperCase()}`}
      aria-disabled={isPending || undefined}
      onClick={() => mutate({ path: pathOf(format), name: `${name}.${format}` })}
    >
      <Download className="icon" aria-hidden="true" />
      {format.toUpperCase()}
    </button>
  ));
}
