import Upload from 'lucide-react/icons/upload';
import { useEffect, useState } from 'react';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { chooseFile } from './chosen-file.ts';
import styles from './imports.module.css';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts a file dropped anywhere on the portfolio page and opens it on the imports tab. */
export function DropZone() {
  const [isOver, setOver] = useState(false);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const importsSearch = tabSearch(search, 'imports');
  useEffect(() => {
    // Enter and leave events fire for every nested element: count those entered and not yet left.
    let depth = 0;
    const set = (next: number) => {
      depth = Math.max(0, next);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => hasFiles(event) && set(depth + 1);
    const leave = (event: DragEvent) => hasFiles(event) && set(depth - 1);
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      set(0);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      chooseFile(file);
      navigate(importsSearch);
    };
    const handlers = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    const pairs = Object.entries(handlers) as [keyof typeof handlers, (event: DragEvent) => void][];
    for (const [name, handler] of pairs) addEventListener(name, handler);
    return () => {
      for (const [name, handler] of pairs) removeEventListener(name, handler);
    };
  }, [navigate, importsSearch]);
  if (!isOver) return null;
  return (
    <div className={styles.dropZone} aria-hidden="true">
      <p className={styles.dropText}>
        <Upload className="icon iconLarge" />
        Drop the file to see what is in it. Nothing is added yet.
      </p>
    </div>
  );
}
