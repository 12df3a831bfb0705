import { useQuery } from '@tanstack/react-query';
import type { GenericMapping } from '#contract/ledger/imports.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import table from '#web/ui/styles/table.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { hideNumbers } from './import-words.ts';
import styles from './imports.module.css';
import { type Mapping, mappedFields } from './mapping.ts';

const fields = Object.entries(mappedFields) as [keyof GenericMapping, string][];

interface MappingFieldsProps {
  file: File;
  /** The columns of the header, if the server has found them. */
  columns: readonly string[] | undefined;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}

/** Maps the columns of a table to fields, with a preview of the first rows. */
export function MappingFields({ file, columns, mapping, onMapping }: MappingFieldsProps) {
  const { data: rows } = useQuery({
    queryKey: ['first-rows', file.name, file.size, file.lastModified],
    queryFn: async () => (await import('./first-rows.ts')).readFirstRows(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const header = columns ?? rows?.[0] ?? [];
  const options = { '': '—', ...Object.fromEntries(header.map((column) => [column, column])) };
  return (
    <>
      <div className={styles.mapping}>
        {fields.map(([field, label]) => (
          <SelectField
            key={field}
            label={field === 'date' ? `${label} (required)` : label}
            name={field}
            options={options}
            value={mapping[field] ?? ''}
            onChange={(column) => onMapping({ ...mapping, [field]: column })}
          />
        ))}
      </div>
      {rows && <Preview rows={rows} mapping={mapping} />}
    </>
  );
}

function Preview({ rows, mapping }: { rows: readonly (readonly string[])[]; mapping: Mapping }) {
  const { isHidden } = useOwnFigures();
  const [header = [], ...lines] = rows;
  const write = (cell: string) => (isHidden ? hideNumbers(cell) : cell);
  const chosen = fields.flatMap(([field, label]) => {
    const place = header.indexOf(mapping[field] ?? '');
    return place < 0 ? [] : [{ label, place }];
  });
  // Until a column is chosen, all of them are shown, to choose from.
  const shown = chosen.length > 0 ? chosen : header.map((label, place) => ({ label, place }));
  const caption = chosen.length > 0 ? 'The first rows of these columns' : 'The first rows';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
    <section className={styles.firstRows} tabIndex={0} aria-label={caption}>
      <table className={table.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ label, place }) => (
              <th key={place} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal and never change
            <tr key={index}>
              {shown.map(({ place }) => (
                <td key={place}>{write(line[place] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
