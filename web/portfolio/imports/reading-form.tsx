import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from './imports.module.css';
import { isComplete, type Mapping, readStoredMapping, storeMapping, toGenericMapping } from './mapping.ts';
import { MappingFields } from './mapping-fields.tsx';
import type { ReadingOptions } from './mutations.ts';
import { formatsQuery } from './queries.ts';

const detected = 'auto';
const utc = 'UTC';
/** The server then takes the zone that files of the format usually have, which is Singapore's for KuCoin. */
const usual = '';

interface ReadingFormProps {
  file: File;
  /** The format that the file was or will be read as. */
  format: ImportFormat | undefined;
  /** The columns of the header, if the server has found them. */
  columns: readonly string[] | undefined;
  onRead: (options: ReadingOptions) => void;
}

/** How to read a file: its format, its time zone and, for a table in no known format, its columns. */
export function ReadingForm({ file, format: first, columns, onRead }: ReadingFormProps) {
  const { data: formats } = useQuery(formatsQuery());
  const [format, setFormat] = useState<ImportFormat | typeof detected>(first ?? detected);
  const [timeZone, setTimeZone] = useState(usual);
  const [mapping, setMapping] = useState<Mapping>(() => readStoredMapping(columns));
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isGeneric = format === 'generic';
  const isReady = !isGeneric || isComplete(mapping);
  const read = () => {
    if (!isReady) return;
    if (isGeneric) storeMapping(mapping);
    onRead({
      format: format === detected ? undefined : format,
      timeZone: timeZone === usual ? undefined : timeZone,
      mapping: isGeneric ? toGenericMapping(mapping) : undefined,
    });
  };
  const names = { [detected]: 'Detect automatically' } as Record<string, string>;
  for (const { id, name } of formats ?? []) names[id] = name;
  return (
    <div className={styles.reading}>
      <SelectField<string>
        label="Format"
        name="format"
        options={names}
        value={format}
        onChange={(next) => setFormat(next as ImportFormat)}
      />
      <SelectField
        label="Times without a time zone are in"
        name="timeZone"
        options={{
          [usual]: 'The usual zone of the format',
          [utc]: 'UTC',
          ...(localZone !== utc && { [localZone]: `Local time (${localZone})` }),
        }}
        value={timeZone}
        onChange={setTimeZone}
      />
      {isGeneric && <MappingFields file={file} columns={columns} mapping={mapping} onMapping={setMapping} />}
      <button type="button" className={button.secondary} aria-disabled={!isReady || undefined} onClick={read}>
        Read the file
      </button>
    </div>
  );
}
