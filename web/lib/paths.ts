/** Every path of the site. */
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

/** The path of a coin's logo on our origin. `small` is for table rows, `large` for page heads. */
export function coinLogoPath(coinId: string, size: 'small' | 'large' = 'small'): string {
  return `/images/coins/${encodeURIComponent(coinId)}${size === 'large' ? '?size=large' : ''}`;
}
