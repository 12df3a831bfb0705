/*
 * What the pages claim about this service. They are the operator's own claims: change or remove them here. An empty
 * list or text is not shown anywhere: not under the hero of the market page, nor on /about.
 */
export const claims: {
  readonly figures: readonly { readonly figure: string; readonly name: string }[];
  /** How often prices are said to be refreshed, as in "every 60 seconds". */
  readonly refresh: string;
  /** Whom the lead popup invites to join, as in "more than 10,000 investors". */
  readonly investors: string;
} = {
  figures: [
    { figure: '10,000+', name: 'users' },
    { figure: '100+', name: 'coins tracked' },
    { figure: '99.9%', name: 'uptime' },
    { figure: '50+', name: 'countries' },
    { figure: '$2.5M+', name: 'portfolios tracked' },
    { figure: '2025', name: 'founded' },
  ],
  refresh: '60 seconds',
  investors: 'more than 10,000 investors',
};
