import { UnreadableFile } from '../unreadable-file.ts';

/** Refuses cells with NUL, as in binary files, because databases don't accept it in text. */
export function refuseNul(line: number, cells: readonly string[]): void {
  if (cells.some((cell) => cell.includes('\0')))
    throw new UnreadableFile('unreadable', `Line ${line} has a NUL character`, { line });
}
