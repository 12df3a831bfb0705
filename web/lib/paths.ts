/** Every address of the site, in one place. */
export const paths = {
  home: '/',
  markets: '/markets',
  coin: (coinId: string) => `/coin/${encodeURIComponent(coinId)}`,
  portfolio: '/portfolio',
  watchlist: '/watchlist',
  alerts: '/alerts',
  pauseAlert: '/alerts/pause',
  account: '/account',
  restoreEmail: '/account/restore',
  news: '/news',
  learn: '/learn',
  pricing: '/pricing',
  subscribe: '/subscribe',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  blog: '/blog',
  article: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  confirmNewsletter: '/newsletter/confirm',
  unsubscribe: '/unsubscribe',
  signUp: '/signup',
  signIn: '/signin',
  verify: '/signin/verify',
  forgotPassword: '/forgot-password',
  inbox: '/inbox',
} as const;

/** A coin's logo on our own origin. `small` fits a table row, `large` a page head. */
export function coinLogoPath(coinId: string, size: 'small' | 'large' = 'small'): string {
  return `/images/coins/${encodeURIComponent(coinId)}${size === 'large' ? '?size=large' : ''}`;
}
