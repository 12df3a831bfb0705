/**
 * Whether tests of many rounds or cases run all of them, as `npm run test:crash`, `test:cluster` and `test:load` ask for.
 * `npm test` runs a short form of each.
 */
export const isLongForm = process.env.TEST_FORM === 'long';
