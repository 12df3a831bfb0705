import { useState } from 'react';
import { Popover } from '#web/ui/overlay/popover.tsx';
import button from '#web/ui/styles/button.module.css';
import segments from '#web/ui/styles/segments.module.css';
import {
  chooseLook,
  columnsOfWidth,
  type OptionalColumn,
  optionalColumns,
  readColumns,
  writeColumns,
} from './apply-look.ts';
import styles from './columns-popover.module.css';

const labels: Readonly<Record<OptionalColumn, string>> = {
  change: '24h %',
  cap: 'Market Cap',
  hour: '1h %',
  volume: 'Volume (24h)',
  week: '7d %',
  line: 'Last 7 days',
};
const rowHeights = { comfortable: 'Comfortable', compact: 'Compact' } as const;

/** What the table shows now. The state is kept in the root element's data attributes. */
function readShown() {
  const { columns, rows } = document.documentElement.dataset;
  return {
    chosen: columns === undefined ? null : (readColumns(columns.replaceAll(' ', '.')) ?? []),
    rows: rows === 'compact' ? 'compact' : 'comfortable',
  } as const;
}

interface ColumnsPopoverProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** Chooses the columns and the row height of the market table. */
export function ColumnsPopover({ anchor, onClose }: ColumnsPopoverProps) {
  const [{ chosen, rows }, setShown] = useState(readShown);
  const columns = chosen ?? columnsOfWidth(innerWidth);
  const choose = (name: 'columns' | 'rows', text: string | null) => {
    chooseLook(name, text);
    setShown(readShown());
  };
  const toggle = (column: OptionalColumn) =>
    choose(
      'columns',
      writeColumns(
        columns.includes(column) ? columns.filter((other) => other !== column) : [...columns, column],
      ),
    );
  return (
    <Popover title="Columns" anchor={anchor} onClose={onClose}>
      <div className={styles.choices}>
        {optionalColumns.map((column) => (
          <label key={column} className={styles.choice}>
            <input type="checkbox" checked={columns.includes(column)} onChange={() => toggle(column)} />
            {labels[column]}
          </label>
        ))}
        <button
          type="button"
          className={`${button.ghost} ${button.small}`}
          disabled={chosen === null}
          onClick={() => choose('columns', null)}
        >
          Fit to width
        </button>
        <fieldset className={segments.segments} aria-label="Rows">
          {(['comfortable', 'compact'] as const).map((height) => (
            <button
              key={height}
              type="button"
              aria-pressed={rows === height}
              onClick={() => choose('rows', height)}
            >
              {rowHeights[height]}
            </button>
          ))}
        </fieldset>
      </div>
    </Popover>
  );
}
