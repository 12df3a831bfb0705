const hexagon =
  'M21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16z';

/** Shown in place of a missing logo: a hexagon in a circle, in a grey that suits light and dark backgrounds. */
export const placeholderSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 26 26"><circle cx="13" cy="13" r="13" fill="#8a92a0" fill-opacity=".18"/><path transform="translate(6 6) scale(.5833)" d="${hexagon}" fill="none" stroke="#8a92a0" stroke-width="2" stroke-linejoin="round"/></svg>`;
