import { describeUserAgent } from '../settings/user-agent.ts';

/** The name of a new passkey: its browser, with a number if that name is taken. */
export function namePasskey(userAgent: string, taken: readonly string[]): string {
  const name = describeUserAgent(userAgent);
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}
