import type { Config } from '#server/config/config.ts';
import type { MarketService } from '#server/market/service.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { registerPageRoutes } from './routes.ts';
import { scriptHashes } from './theme-script.ts';

export interface PagesModule extends Module {
  /** Hashes of the inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[];
}

/** The rendered pages, their assets and the site's own files. */
export function createPagesModule(
  deps: Pick<SharedParts, 'publicUrl'> & {
    readonly config: Pick<Config, 'mail' | 'trustedProxies' | 'isDevelopment'>;
    readonly market: MarketService;
    readonly newsVersion: () => string;
    readonly hasAds: boolean;
  },
): PagesModule {
  const { config, market, newsVersion, publicUrl, hasAds } = deps;
  const { supportEmail, smtpUrl } = config.mail;
  return {
    scriptHashes,
    registerRoutes: (app) =>
      registerPageRoutes(app, {
        market,
        newsVersion,
        publicUrl,
        hasAds,
        supportEmail,
        // Behind a proxy it can't be opened.
        hasLocalInbox: smtpUrl === undefined && config.trustedProxies === 0,
        isDevelopment: config.isDevelopment,
      }),
  };
}
