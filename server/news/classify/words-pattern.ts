/**
 * A pattern that finds any of some phrases as whole words, also in the plural and the genitive. Phrases are letters,
 * digits, hyphens and blanks. A small letter stands for a capital too, a capital only for itself (`Fed` is not `fed`).
 * A phrase that ends with `*` may go on (`regulat*`: regulator, regulation); a blank is any blank or hyphen, or none
 * (`layer 2`: layer-2, layer2).
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
