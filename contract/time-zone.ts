/** Whether a text is an IANA time zone that the runtime knows, such as `Europe/London`, or an offset such as `+02:00`. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
