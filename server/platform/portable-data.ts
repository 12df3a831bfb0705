import type { LockedOwner } from './database/lock-owner.ts';
import type { Tx } from './database/transact.ts';

/** What one domain stores about a user in a form that another account can take. */
export interface PortableData {
  /** Without ids: things are named by their number in order, which an import keeps. */
  read(userId: string): Promise<unknown>;
  isEmpty(tx: Tx, userId: string): Promise<boolean>;
  /**
   * The address of a module (a `JsonChecker`) that checks what `add` is given, where that takes long: a thread calls it, and
   * `add` does not check again.
   */
  readonly checker?: string;
  /** Into an account that has none. Throws `AppError`s that name the field. Returns how many of each thing. */
  add(tx: Tx, owner: PortableOwner, data: unknown): Promise<Readonly<Record<string, number>>>;
}

export interface PortableOwner extends LockedOwner {
  readonly userId: string;
}
