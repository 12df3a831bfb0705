import type { Config } from '#server/config/config.ts';
import type { RateService } from '#server/market/rates/service.ts';
import type { MarketService } from '#server/market/service.ts';
import { createCallRateLimiter } from '#server/platform/limits/call-rate-limiter.ts';
import { unlimited } from '#server/platform/limits/rate-limiter.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { registerPageRoutes } from './routes.ts';
import { chooseSecurityContact } from './security-text.ts';

/** Number of networks whose renderings are counted; each takes a few hundred bytes. */
const maxNetworks = 50_000;

/** The rendered pages, their assets, and the site's own files. */
export function createPagesModule(
  deps: Pick<SharedParts, 'publicUrl' | 'clock' | 'redis' | 'presence' | 'servers' | 'secret'> & {
    readonly config: Pick<Config, 'accounts' | 'mail' | 'site' | 'trustedProxies' | 'isDevelopment'>;
    readonly market: MarketService;
    readonly rates: RateService;
    readonly newsVersion: () => string;
    readonly hasAds: boolean;
  },
): Module {
  const { config, market, rates, newsVersion, publicUrl, hasAds } = deps;
  const { supportEmail, smtpUrl } = config.mail;
  const { security, support, contacts, ...site } = config.site;
  return {
    registerRoutes: (app) =>
      registerPageRoutes(app, {
        market,
        rates,
        newsVersion,
        publicUrl,
        hasAds,
        site,
        contacts: { support, contacts },
        security: chooseSecurityContact(security, supportEmail),
        supportEmail,
        // Behind a proxy the inbox can't be opened.
        hasLocalInbox: smtpUrl === undefined && config.trustedProxies === 0,
        limiter: config.accounts.isRateLimited
          ? createCallRateLimiter({ ...deps, name: 'pages', maxSubjects: maxNetworks })
          : unlimited,
        isDevelopment: config.isDevelopment,
      }),
  };
}
