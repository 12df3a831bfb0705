/** The output of each server that this process started, by its address. */
const outputs = new Map<string, () => string>();

/** Remembers where a server prints the key of its local inbox. */
export function rememberOutput(serverUrl: string, output: () => string): void {
  outputs.set(serverUrl, output);
}

/** The key of a server's local inbox, as it printed it. */
export function inboxKeyOf(serverUrl: string): string {
  const key = /The local inbox: \S+\/inbox#([\w-]+)/.exec(outputs.get(serverUrl)?.() ?? '')?.[1];
  if (key === undefined) throw new Error(`${serverUrl} printed no key of a local inbox.`);
  return key;
}
