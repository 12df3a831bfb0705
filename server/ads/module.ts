import type { Config } from '#server/config/config.ts';
import type { Module } from '#server/platform/module.ts';
import { readAds } from './read-ads.ts';
import { registerAdRoutes } from './routes.ts';

export interface AdsModule extends Module {
  readonly hasAds: boolean;
}

/** Advertisements, read once from their file. Throws a `StartError` if reading fails. */
export function createAdsModule({ config }: { config: Pick<Config, 'ads'> }): AdsModule {
  const ads = readAds(config.ads);
  return { hasAds: ads.length > 0, registerRoutes: (app) => registerAdRoutes(app, ads) };
}
