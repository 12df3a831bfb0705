import type { LockedOwner } from './database/lock-owner.ts';
import type { Tx } from './database/transact.ts';

/** A domain's data about a user, in a form that another account can import. */
export interface PortableData {
  /**
   * Returns the data without ids: items are identified by their index, which an import preserves. A long list may be an
   * async iterable of arrays, read in batches.
   */
  read(userId: string): Promise<unknown>;
  isEmpty(tx: Tx, userId: string): Promise<boolean>;
  /**
   * The URL of a module (a `JsonChecker`) that validates the input of `add` in a separate process, if that takes long.
   * `add` does not validate it again.
   */
  readonly checker?: string;
  /**
   * Reserves numbers for data that isn't checked yet, in a transaction of its own before that of `add`, and returns the
   * first. For numbers that everybody's data takes from one counter: others would wait for it until an import ends.
   */
  reserve?(data: unknown): Promise<number>;
  /**
   * Adds the data to an account that has none. Throws `AppError`s that name the field. Returns the number of each thing
   * added. `reserved` is what `reserve` returned.
   */
  add(
    tx: Tx,
    owner: PortableOwner,
    data: unknown,
    reserved: number,
  ): Promise<Readonly<Record<string, number>>>;
  /** Called once everything is added, for steps that take locks others wait for. */
  finish?(tx: Tx, userId: string, reserved: number): Promise<void>;
}

export interface PortableOwner extends LockedOwner {
  readonly userId: string;
}
