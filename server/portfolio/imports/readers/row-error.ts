/** Why a row can't be read. The message is shown to the user. */
export class RowError extends Error {}
