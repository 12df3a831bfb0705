/**
 * Escapes all characters of a program beyond ASCII. They must be in names, strings, untagged templates and regular
 * expressions, as everywhere in our bundles.
 * @param {string} code
 * @returns {string}
 */
export function toAscii(code) {
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, (_text, slashes, character) => {
    // A backslash before a character that needs none would escape our own.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
