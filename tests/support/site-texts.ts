import type { SiteContacts, SiteTexts } from '#contract/site.ts';

/** Site texts with a text in every place. */
export const siteTexts: SiteTexts = {
  name: 'Altimeter',
  social: { microblog: 'https://micro.example/@site' },
  claims: { figures: [{ figure: '7', name: 'users' }], refresh: '60 seconds', investors: 'seven investors' },
};

export const siteContacts: SiteContacts = {
  support: {
    response: 'within 24 hours',
    chat: 'Monday, 9 AM to 10 AM EST',
    hours: [{ days: 'Monday', time: '9 AM to 10 AM EST' }],
  },
  contacts: [{ title: 'General Inquiries', text: 'Questions about the service.' }],
};
