/**
 * A pattern for any of the phrases as whole words, including plurals and possessives. Phrases consist of letters, digits,
 * hyphens and spaces. A lower-case letter matches its capital too, a capital only itself (`Fed` is not `fed`). `*` at the
 * end matches any ending (`regulat*`: regulator, regulation); a space matches a space, a hyphen or nothing (`layer 2`:
 * layer-2, layer2).
 */
export function wordsPattern(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map((phrase) => {
    const isOpen = phrase.endsWith('*');
    const letters = (isOpen ? phrase.slice(0, -1) : phrase).replace(/[a-z ]/g, (letter) =>
      letter === ' ' ? '[\\s-]?' : `[${letter}${letter.toUpperCase()}]`,
    );
    return isOpen ? letters : `${letters}(?:[’']?s)?(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})`, 'u');
}
