const maxLength = 300;

/** A message about a field, cut where it names thousands of unknown ones. */
export function cutIssueMessage(message: string): string {
  return message.length <= maxLength ? message : `${message.slice(0, maxLength).toWellFormed()}…`;
}
