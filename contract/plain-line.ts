/**
 * Matches a text of one line without control characters, among them those that change the direction of a text: a name
 * with one could make the text around it read as something else.
 */
export const plainLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;
