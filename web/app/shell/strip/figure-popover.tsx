import { Popover } from '#web/ui/overlay/popover.tsx';
import { type Figure, figureButtonId, overviewFigures } from './overview-figures.ts';

/** Explains one figure of the strip, next to its button. */
export function FigurePopover({ figure, onClose }: { figure: Figure; onClose: () => void }) {
  const explained = overviewFigures.find(({ id }) => id === figure);
  const button = document.getElementById(figureButtonId(figure));
  if (!explained || !button) return null;
  return (
    <Popover key={figure} title={explained.label} anchor={button} onClose={onClose}>
      <p className="small muted">{explained.about}</p>
    </Popover>
  );
}
