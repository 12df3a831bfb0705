import { useEffect, useRef } from 'react';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import card from '#web/ui/styles/card.module.css';
import { chooseFile, isChosenFileOf, takeNewFile, useChosenFile } from './chosen-file.ts';
import { FilePicker } from './file-picker.tsx';
import { FormatHints } from './format-hints.tsx';
import { ImportList } from './import-list.tsx';
import { ImportPanel } from './import-panel.tsx';
import styles from './imports.module.css';
import { useAddImport } from './mutations.ts';
import { UploadFailed } from './upload-failed.tsx';

/** The imports tab: turns files into transactions. */
export function ImportsView({ portfolioId }: { portfolioId: string }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.view} data-part="imports" ref={box} tabIndex={-1}>
      <ImportsPart portfolioId={portfolioId} onChange={() => keepFocus(box.current)} />
    </div>
  );
}

/** Focuses the view if its content, along with the focused button, was replaced. */
function keepFocus(box: HTMLElement | null): void {
  if (document.activeElement === document.body) box?.focus({ preventScroll: true });
}

interface ImportsPartProps {
  portfolioId: string;
  /** Called when the content is replaced. */
  onChange: () => void;
}

/** The import named in the URL, or a file picker with the list of imports. */
function ImportsPart({ portfolioId, onChange }: ImportsPartProps) {
  const [search, setSearch] = useSearchParams();
  const openId = search.get('import');
  const file = useChosenFile();
  const upload = useAddImport(portfolioId);
  const show = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('import');
    else next.set('import', id);
    setSearch(next);
  };
  const read = (one: File, options: Parameters<typeof upload.mutate>[0]['options'], replaces?: string) =>
    upload.mutate({ file: one, options, replaces }, { onSuccess: ({ id }) => show(id) });
  // A file dropped on the portfolio page or picked here. Each is uploaded once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new file triggers an upload
  useEffect(() => {
    const taken = takeNewFile();
    if (taken) read(taken, {});
  }, [file]);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which part is shown
  useEffect(() => {
    if (!isFirst.current) onChange();
    isFirst.current = false;
  }, [openId, upload.status]);

  if (upload.isPending) return <Reading name={upload.variables.file.name} />;
  if (upload.error && file) {
    return (
      <UploadFailed
        file={file}
        error={upload.error}
        onRead={(options) => read(file, options)}
        onClose={() => upload.reset()}
      />
    );
  }
  if (openId !== null) {
    return (
      <ImportPanel
        key={openId}
        id={openId}
        file={isChosenFileOf(openId) ? file : null}
        onRead={(options) => file && read(file, options, openId)}
        onChange={onChange}
        onClose={() => show(null)}
      />
    );
  }
  return (
    <div className={styles.parts}>
      <section className={`${card.card} ${styles.start}`} aria-labelledby="import-title">
        <h2 className="heading3" id="import-title">
          Import a file
        </h2>
        <p className="muted">
          CSV, JSON or XLSX from an exchange, a wallet or a tracker. You can review its contents before
          anything is added, and you can import the same file again: nothing is added twice.
        </p>
        <FilePicker label="Choose a file" isMain onFile={chooseFile} />
        <p className="meta hiddenOnPhone">Or drop it anywhere on this page.</p>
      </section>
      <ImportList portfolioId={portfolioId} onOpen={show} />
      <FormatHints portfolioId={portfolioId} />
    </div>
  );
}

function Reading({ name }: { name: string }) {
  return (
    <section className={`${card.card} ${styles.start}`} role="status">
      <h2 className="heading3">Reading {name}</h2>
      <progress className={styles.progress} aria-label={`Reading ${name}`} />
      <p className="muted">Nothing is added until you have reviewed it.</p>
    </section>
  );
}
