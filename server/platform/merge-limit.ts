/** How a visitor can sign in although two accounts don't fit together; ends a sentence that begins with advice. */
export const orSignOut = ', and then sign in again. Or sign out first, to keep the two accounts apart.';

/** Says that an account or a portfolio (`what`) has no room for the `things` of two accounts, and what to do. */
export function describeMergeLimit(
  max: number,
  things: string,
  { what = 'An account', advice = 'Delete some of them' } = {},
): string {
  const room = max.toLocaleString('en-US');
  return `${what} has room for ${room} ${things}, and this one and yours together have more. ${advice}${orSignOut}`;
}
