import { describeUserAgent } from '../settings/user-agent.ts';

/** What a new passkey is called: the browser it is made in, with a number where there is one of that name. */
export function namePasskey(userAgent: string, taken: readonly string[]): string {
  const name = describeUserAgent(userAgent);
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}
