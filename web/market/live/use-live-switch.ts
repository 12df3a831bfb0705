import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';

const listeners = new Set<() => void>();
let isOn: boolean | undefined;

const readSwitch = () => {
  isOn ??= readStored(() => localStorage, storageKeys.live) === 'on';
  return isOn;
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function setSwitch(next: boolean): void {
  isOn = next;
  writeStored(() => localStorage, storageKeys.live, next ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** The visitor's Live switch: off by default and during hydration, then as remembered by this browser. */
export function useLiveSwitch(): readonly [isOn: boolean, set: (next: boolean) => void] {
  return [useSyncExternalStore(subscribe, readSwitch, () => false), setSwitch];
}
