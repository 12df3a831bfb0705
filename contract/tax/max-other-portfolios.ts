/** How many other portfolios of the account a report may include. In a file without schemas, so that pages can import it. */
export const maxOtherPortfolios = 50;
