/**
 * Whether tests with many rounds or cases run all of them, as in `npm run test:crash`, `test:cluster` and `test:load`.
 * `npm test` runs fewer.
 */
export const isLongRun = process.env.TEST_FORM === 'long';
