import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk that can be filled or made read-only. */
export interface OwnDisk {
  readonly folder: string;
  fill(): void;
  clear(): void;
  makeReadOnly(): void;
  remove(): void;
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Only root may mount a disk, and not in every container. */
export const canMountDisk = isRoot && isMountAllowed();
/** Without root, file permissions suffice, because root ignores them. */
export const canMakeReadOnly = canMountDisk || !isRoot;

/** Mounts a small disk or, if that is not possible, creates a folder that can only be made read-only. */
export function createOwnDisk(): OwnDisk {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-disk-'));
  if (canMountDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'none', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      execFileSync('sh', ['-c', 'cat /dev/zero > "$1" 2> /dev/null || true', 'sh', filler]);
    },
    clear: () => rmSync(filler),
    makeReadOnly() {
      if (canMountDisk) execFileSync('mount', ['-o', 'remount,ro', folder]);
      else chmodSync(folder, 0o500);
    },
    remove() {
      if (canMountDisk) execFileSync('umount', ['--lazy', folder]);
      else chmodSync(folder, 0o700);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isMountAllowed(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'altimeter-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
