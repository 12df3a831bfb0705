import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { siteFileSchema } from '#contract/site.ts';
import type { SiteConfig } from './config.ts';
import { defaultSite } from './default-site.ts';
import { invalidSiteFile } from './messages.ts';

type Issue = z.core.$ZodIssue;

/**
 * Reads the operator's file; the defaults stand in for entries it lacks. Throws a `StartError` that names the first invalid
 * entry.
 */
export function readSiteFile(file: string): SiteConfig {
  const parsed = siteFileSchema.safeParse(readJson(file));
  if (!parsed.success) throw invalidSiteFile(file, describeIssue(parsed.error.issues[0]!));
  const { name, social, claims, support, contacts, security } = parsed.data;
  return {
    name: name ?? defaultSite.name,
    social: social ?? defaultSite.social,
    claims: claims ?? defaultSite.claims,
    support: support ?? defaultSite.support,
    contacts: contacts ?? defaultSite.contacts,
    security,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalidSiteFile(file, code ? `a file that can be read (${code})` : 'JSON', error);
  }
}

/** Completes "expected …". */
function describeIssue(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    return `no ${z.core.toDotPath([...issue.path, issue.keys[0]!])}`;
  }
  const place = issue.path.length > 0 ? z.core.toDotPath(issue.path) : 'the whole file';
  return `${place} to be ${issue.message}`;
}
