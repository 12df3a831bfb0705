import { Popover } from '#web/ui/overlay/popover.tsx';
import { overviewFigures } from './overview-figures.ts';

/** Explains one figure of the strip, beside its button. `name` is the id of that button. */
export function FigurePopover({ name, onClose }: { name: string; onClose: () => void }) {
  const figure = overviewFigures.find(({ id }) => `figure-${id}` === name);
  const button = document.getElementById(name);
  if (!figure || !button) return null;
  return (
    <Popover key={name} title={figure.label} anchor={button} onClose={onClose}>
      <p className="small muted">{figure.about}</p>
    </Popover>
  );
}
