import { ApiError, describeFailure } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { chooseFile } from './chosen-file.ts';
import { FilePicker } from './file-picker.tsx';
import styles from './imports.module.css';
import type { ReadingOptions } from './mutations.ts';
import { ReadingForm } from './reading-form.tsx';

interface UploadFailedProps {
  file: File;
  error: Error;
  onRead: (options: ReadingOptions) => void;
  onClose: () => void;
}

/** Says why a file could not be read and offers to read it with other options. */
export function UploadFailed({ file, error, onRead, onClose }: UploadFailedProps) {
  const columns = error instanceof ApiError ? error.columns : undefined;
  return (
    <section className={`${card.card} ${styles.summary}`} aria-labelledby="failed-title">
      <h2 className={`heading3 ${styles.fileName}`} id="failed-title">
        {file.name}
      </h2>
      <FormError message={describeFailure(error, 'The file could not be read')} />
      {columns && (
        <p className="muted">
          If you know where the file comes from, choose its format. Otherwise choose the column for each
          field.
        </p>
      )}
      <ReadingForm file={file} format={columns ? 'generic' : undefined} columns={columns} onRead={onRead} />
      <div className={styles.actions}>
        <FilePicker label="Choose another file" onFile={chooseFile} />
        <button type="button" className={button.ghost} onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}
