import type { Config } from '#server/config/config.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { registerPageRoutes } from './routes.ts';
import { chooseSecurityContact } from './security-text.ts';

/** The rendered pages, their assets and the site's own files. */
export function createPagesModule(
  deps: Pick<SharedParts, 'publicUrl'> & {
    readonly config: Pick<Config, 'mail' | 'site' | 'trustedProxies' | 'isDevelopment'>;
    readonly market: MarketService;
    readonly newsVersion: () => string;
    readonly hasAds: boolean;
  },
): Module {
  const { config, market, newsVersion, publicUrl, hasAds } = deps;
  const { supportEmail, smtpUrl } = config.mail;
  const { security, ...site } = config.site;
  return {
    registerRoutes: (app) =>
      registerPageRoutes(app, {
        market,
        newsVersion,
        publicUrl,
        hasAds,
        site,
        security: chooseSecurityContact(security, supportEmail),
        supportEmail,
        // Behind a proxy it can't be opened.
        hasLocalInbox: smtpUrl === undefined && config.trustedProxies === 0,
        isDevelopment: config.isDevelopment,
      }),
  };
}
