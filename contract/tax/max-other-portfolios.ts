/** How many other portfolios of the account a report may include. Apart from the schemas, so that pages can use it. */
export const maxOtherPortfolios = 50;
