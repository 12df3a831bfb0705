import { UnreadableFile } from '../unreadable-file.ts';

/** Of files that are no text: no database takes the character. */
export function refuseNul(line: number, cells: readonly string[]): void {
  if (cells.some((cell) => cell.includes('\0')))
    throw new UnreadableFile('unreadable', `Line ${line} has a NUL character`, { line });
}
