import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Bell from 'lucide-react/icons/bell';
import { labelWidth } from '../chart/chart-labels.ts';
import styles from './instrument.module.css';
import type { InstrumentLayout } from './instrument-layout.ts';
import type { PlacedMark } from './scale-marks.ts';

const icon = 12;
const nameHeight = 20;
const noteGap = 6;

/** The marks of a tape but the price's own: a line each, its name at the left end, its value on the tape. */
export function MarkLines({ layout }: { layout: InstrumentLayout }) {
  return layout.marks
    .filter(({ kind }) => kind !== 'price')
    .map((mark) =>
      mark.dock ? (
        <DockedMark key={mark.key} mark={mark} layout={layout} />
      ) : (
        <MarkLine key={mark.key} mark={mark} layout={layout} />
      ),
    );
}

interface MarkProps {
  mark: PlacedMark;
  layout: InstrumentLayout;
}

function MarkLine({ mark, layout }: MarkProps) {
  const { right, isNarrow } = layout;
  const hasIcon = mark.kind === 'alert';
  const left = (isNarrow ? 8 : 0) + (hasIcon ? icon + 6 : 0);
  const note = isNarrow ? '' : mark.note;
  // The line begins after the name, unless the name had to give way to another.
  const isBeside = Math.abs(mark.tagY - mark.y) < nameHeight / 2;
  const start = isBeside ? left + labelWidth(mark.name) + (note ? labelWidth(note) + noteGap : 0) + 4 : 0;
  return (
    <g className={styles.mark} data-kind={mark.kind} data-part="mark">
      <path className={styles.rule} d={`M${start.toFixed(1)} ${mark.y.toFixed(1)}H${right}`} />
      {hasIcon && (
        <Bell
          className={styles.bell}
          x={isNarrow ? 8 : 0}
          y={mark.tagY - icon / 2}
          width={icon}
          height={icon}
          aria-hidden="true"
        />
      )}
      <text className={styles.name} x={left} y={(mark.tagY + 4).toFixed(1)}>
        {mark.name}
        {note && (
          <tspan className={styles.note} dx={noteGap}>
            {note}
          </tspan>
        )}
      </text>
      {mark.kind !== 'alert' && (
        <text className={styles.value} x={right + (isNarrow ? 12 : 14)} y={(mark.tagY + 4).toFixed(1)}>
          {layout.readoutText(mark.price)}
        </text>
      )}
    </g>
  );
}

/** A mark outside the scale: at the end of the tape, with an arrow towards it. */
function DockedMark({ mark, layout }: MarkProps) {
  const { right, isNarrow } = layout;
  const note = isNarrow ? '' : mark.note;
  const Arrow = mark.dock === 'top' ? ArrowUp : ArrowDown;
  const x = right + (isNarrow ? 8 : 12);
  return (
    <g className={styles.mark} data-kind={mark.kind} data-part="mark" data-dock={mark.dock}>
      <text className={styles.name} x={right - 10} y={(mark.tagY + 4).toFixed(1)} textAnchor="end">
        {mark.name}
        {note && (
          <tspan className={styles.note} dx={noteGap}>
            {note}
          </tspan>
        )}
      </text>
      {mark.kind !== 'alert' && (
        <>
          <Arrow
            className={styles.bell}
            x={x}
            y={mark.tagY - icon / 2}
            width={icon}
            height={icon}
            aria-hidden="true"
          />
          <text className={styles.value} x={x + icon + 3} y={(mark.tagY + 4).toFixed(1)}>
            {shortText(layout, mark.price)}
          </text>
        </>
      )}
    </g>
  );
}

/** The price as the axis writes it, unless that would leave no digit of it. */
export function shortText(layout: Pick<InstrumentLayout, 'tickText' | 'readoutText'>, price: number): string {
  const text = layout.readoutText(price);
  return /[1-9]/.test(text) ? text : `$${Number(price.toPrecision(3))}`;
}

/** The price now, pointing at its height: ink, at the end of the tape if it lies outside. */
export function Readout({ layout }: { layout: InstrumentLayout }) {
  const mark = layout.marks.find(({ kind }) => kind === 'price');
  if (!mark) return null;
  const { right, width } = layout;
  const y = mark.tagY;
  const text = layout.readoutText(mark.price);
  const body = Math.max(width - right - 11, labelWidth(text) + 6);
  const arrow = mark.dock === 'top' ? '↑ ' : mark.dock === 'bottom' ? '↓ ' : '';
  return (
    <g data-part="readout">
      {mark.dock === null && <path className={styles.level} d={`M0 ${mark.y.toFixed(1)}H${right}`} />}
      <path className={styles.readout} d={`M${right + 5} ${y.toFixed(1)}l6-11h${body}v22h-${body}z`} />
      <text className={styles.readoutText} data-part="last-price" x={right + 15} y={(y + 4.2).toFixed(1)}>
        {arrow}
        {text}
      </text>
    </g>
  );
}
