/** Why a row can't be read; the message is for the user of the file. */
export class RowError extends Error {}
