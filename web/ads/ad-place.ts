/** The places for ads. Those between the articles of a list are numbered. */
export type AdPlace = 'header' | 'table' | 'sidebar' | `between-${number}`;
export type AdSize = 'large' | 'medium' | 'small' | 'native';
