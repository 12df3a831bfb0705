import { AppError } from '#server/platform/http/app-error.ts';

/** The refusal of a portfolio that doesn't exist or is another user's. */
export const noPortfolio = (): AppError => new AppError('not_found', 'There is no such portfolio.');
