/** Where an ad can stand; places between the articles of a list are numbered. */
export type AdPlace = 'header' | 'table' | 'sidebar' | `between-${number}`;
export type AdSize = 'large' | 'medium' | 'small' | 'native';
