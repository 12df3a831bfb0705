/**
 * Whether tests with many rounds or cases run all of them, as in `npm run test:crash`, `test:cluster` and `test:load`.
 * `npm test` runs a short form of each.
 */
export const isLongForm = process.env.TEST_FORM === 'long';
