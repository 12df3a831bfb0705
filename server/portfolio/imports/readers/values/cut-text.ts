/** The text, or its first `max` characters and an ellipsis. Doesn't keep a long text in memory, as a slice of it would. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${Buffer.from(text.slice(0, max), 'utf16le').toString('utf16le')}…`;
}
