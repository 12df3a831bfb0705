import type { SiteConfig } from './config.ts';

/** The site's texts without a `SITE_FILE`. It links to no social accounts, because only the operator knows theirs. */
export const defaultSite: SiteConfig = {
  name: 'Altimeter',
  social: {},
  claims: {
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
  },
  support: {
    response: 'within 24 hours',
    chat: 'Monday to Friday, 9 AM to 6 PM EST',
    hours: [
      { days: 'Monday to Friday', time: '9 AM to 6 PM EST' },
      { days: 'Saturday and Sunday', time: '10 AM to 4 PM EST' },
    ],
  },
  contacts: [
    { title: 'General Inquiries', text: 'Questions about the service or your account.' },
    { title: 'Partnership', text: 'Data, integrations and collaboration.' },
  ],
  security: undefined,
};
