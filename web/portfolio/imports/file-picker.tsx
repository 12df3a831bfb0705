import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import button from '#web/ui/styles/button.module.css';

interface FilePickerProps {
  label: string;
  isMain?: boolean;
  onFile: (file: File) => void;
}

/** A button that opens the file chooser. */
export function FilePicker({ label, isMain = false, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.json,.xlsx,.txt,text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Otherwise picking the same file again would not fire a change event.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <button
        type="button"
        className={isMain ? button.primary : button.secondary}
        onClick={() => input.current?.click()}
      >
        <Upload className="icon" aria-hidden="true" />
        {label}
      </button>
    </>
  );
}
