/**
 * Escapes all characters of a program beyond ASCII. They must be in names, strings, untagged templates and regular
 * expressions, as everywhere in our bundles.
 * @param {string} code
 * @returns {string}
 */
export function toAscii(code) {
  return code.replaceAll(/\\[\s\S]|[^\0-\x7f]/g, (text) => {
    const last = text.slice(-1);
    // A backslash before a character that needs none is dropped: it would escape our own.
    return last <= '\x7f' ? text : `\\u${last.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
