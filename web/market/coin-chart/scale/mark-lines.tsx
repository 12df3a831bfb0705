import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Bell from 'lucide-react/icons/bell';
import { labelWidth } from '../../chart/chart-labels.ts';
import type { CoinChartLayout } from '../coin-chart-layout.ts';
import styles from '../coin-chart-picture.module.css';
import { writeMarkPrice } from './mark-price.ts';
import { chooseNameSide } from './name-side.ts';
import type { PlacedMark } from './scale-marks.ts';

/** In px. */
const iconSize = 12;
const nameHeight = 20;
const noteGap = 6;
/** In px. Background in front of a name; on a phone it reaches the start of the line. */
const groundInset = 8;
/** In px, between a name at the right and the price axis. */
const axisGap = 10;
/** Estimated widths are generous: names take about this share of them. */
const nameFit = 0.88;

const listMarks = ({ marks }: CoinChartLayout) => marks.filter(({ kind }) => kind !== 'price');

/** The lines of the marks and the backgrounds of their names, to be drawn below the prices so that nothing hides the prices. */
export function MarkLines({ layout }: { layout: CoinChartLayout }) {
  const marks = listMarks(layout);
  return (
    <>
      {/* All lines come before all names, so that none crosses a name. */}
      {marks.map((mark) => !mark.dock && <Rule key={mark.key} mark={mark} layout={layout} />)}
      {marks.map((mark) => !isMoving(mark) && <NameGround key={mark.key} {...placeName(mark, layout)} />)}
    </>
  );
}

/** All marks of the price axis except the price: the name at one end of its line, the value on the axis. */
export function MarkNames({ layout }: { layout: CoinChartLayout }) {
  return listMarks(layout).map((mark) =>
    mark.dock ? (
      <DockedMark key={mark.key} mark={mark} layout={layout} />
    ) : (
      <NamedMark key={mark.key} mark={mark} layout={layout} />
    ),
  );
}

interface MarkProps {
  mark: PlacedMark;
  layout: CoinChartLayout;
}

const isMoving = ({ savedPrice, price }: PlacedMark) => savedPrice !== undefined && savedPrice !== price;

function Rule({ mark, layout }: MarkProps) {
  return (
    <path
      className={styles.rule}
      data-kind={mark.kind}
      data-moving={isMoving(mark) || undefined}
      d={`M0 ${mark.y.toFixed(1)}H${layout.right}`}
    />
  );
}

/** Where a name begins, and the width of its background, icon included. */
interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Places a name: at the price axis if the mark is docked, otherwise at the end of its line that is clear of prices. */
function placeName(mark: PlacedMark, layout: CoinChartLayout): NamePlace {
  const { right, isNarrow } = layout;
  const inset = isNarrow ? 8 : 0;
  const width = nameWidth(mark, isNarrow) + (mark.kind === 'alert' && !mark.dock ? iconSize + 6 : 0) + 7;
  const y = mark.tagY;
  const atRight = right - axisGap - width;
  if (mark.dock) return { x: atRight, y, width };
  // While dragged, it doesn’t change sides.
  const side = isMoving(mark)
    ? 'left'
    : chooseNameSide(layout, { y, height: nameHeight, width: inset + width });
  return { x: side === 'left' ? inset : atRight, y, width };
}

function NamedMark({ mark, layout }: MarkProps) {
  const { right, isNarrow } = layout;
  const place = placeName(mark, layout);
  const hasIcon = mark.kind === 'alert';
  const y = (mark.tagY + 4).toFixed(1);
  return (
    <g
      className={styles.mark}
      data-kind={mark.kind}
      data-part="mark"
      data-moving={isMoving(mark) || undefined}
    >
      {isMoving(mark) && <NameGround {...place} />}
      {hasIcon && (
        <Bell
          className={styles.bell}
          x={place.x}
          y={mark.tagY - iconSize / 2}
          width={iconSize}
          height={iconSize}
          aria-hidden="true"
        />
      )}
      <text className={styles.name} x={place.x + (hasIcon ? iconSize + 6 : 0)} y={y}>
        <NameText mark={mark} isNarrow={isNarrow} />
      </text>
      <text
        className={mark.kind === 'alert' ? `${styles.value} ${styles.alertPrice}` : styles.value}
        x={right + (isNarrow ? 12 : 14)}
        y={y}
      >
        {layout.readoutText(mark.price)}
      </text>
    </g>
  );
}

/** A background in the card's colour that keeps lines off a name. */
function NameGround({ x, y, width }: NamePlace) {
  return (
    <rect
      className={styles.nameGround}
      x={(x - groundInset).toFixed(1)}
      y={(y - nameHeight / 2).toFixed(1)}
      width={(width + groundInset).toFixed(1)}
      height={nameHeight}
      rx="4"
    />
  );
}

function NameText({ mark, isNarrow }: { mark: PlacedMark; isNarrow: boolean }) {
  return (
    <>
      {mark.name}
      {mark.note && !isNarrow && (
        <tspan className={styles.note} dx={noteGap}>
          {mark.note}
        </tspan>
      )}
    </>
  );
}

function nameWidth({ name, note }: PlacedMark, isNarrow: boolean): number {
  const text = labelWidth(name) + (note && !isNarrow ? labelWidth(note) : 0);
  return text * nameFit + (note && !isNarrow ? noteGap : 0);
}

/** A mark outside the scale, shown at the end of the price axis with an arrow towards it. */
function DockedMark({ mark, layout }: MarkProps) {
  const { right, isNarrow } = layout;
  const Arrow = mark.dock === 'top' ? ArrowUp : ArrowDown;
  const x = right + (isNarrow ? 8 : 12);
  const y = (mark.tagY + 4).toFixed(1);
  return (
    <g
      className={styles.mark}
      data-kind={mark.kind}
      data-part="mark"
      data-dock={mark.dock}
      data-moving={isMoving(mark) || undefined}
    >
      {isMoving(mark) && <NameGround {...placeName(mark, layout)} />}
      <text className={styles.name} x={right - axisGap} y={y} textAnchor="end">
        <NameText mark={mark} isNarrow={isNarrow} />
      </text>
      {mark.kind !== 'alert' && (
        <>
          <Arrow
            className={styles.bell}
            x={x}
            y={mark.tagY - iconSize / 2}
            width={iconSize}
            height={iconSize}
            aria-hidden="true"
          />
          <text className={styles.value} x={x + iconSize + 3} y={y}>
            {writeMarkPrice(mark.price, layout.readoutText, layout.currency)}
          </text>
        </>
      )}
    </g>
  );
}

/** The current price, pointing at its height; at the end of the price axis if it is outside the scale. */
export function Readout({ layout }: { layout: CoinChartLayout }) {
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
