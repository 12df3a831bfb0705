import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import styles from './keys-dialog.module.css';
import { ThemeChoice } from './theme-choice.tsx';

const keys = [
  { keys: ['/', 'Ctrl K'], does: 'Search coins and commands' },
  { keys: ['↑', '↓', 'Enter'], does: 'Choose and open a result' },
  { keys: ['T'], does: 'Switch between light and dark' },
  { keys: ['H'], does: 'Hide or show your amounts' },
  { keys: ['N'], does: 'New transaction (in the portfolio)' },
  { keys: ['F8'], does: 'Go to the notification' },
  { keys: ['Esc'], does: 'Close a dialog or menu' },
  { keys: ['?'], does: 'Show these shortcuts' },
] as const;

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <dl className={styles.keys}>
          {keys.map((row) => (
            <div key={row.does}>
              <dt>
                {row.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{row.does}</dd>
            </div>
          ))}
        </dl>
        <div className="row between">
          <span>Theme</span>
          <ThemeChoice />
        </div>
      </div>
    </Dialog>
  );
}
