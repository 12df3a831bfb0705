import { expect, type Page } from '@playwright/test';
import { canaryHost } from './hostile-texts.ts';

/** Detects hostile texts that are interpreted as markup or script. */
export interface AttackWatch {
  /** Inspects the current page. It may contain the texts, but no elements, handlers or URLs made from them. */
  inspect(): Promise<void>;
  /** Everything found so far, by events or by `inspect`. */
  readonly findings: readonly string[];
  expectNone(): void;
}

/** Watches a page from its next document on. The page may only navigate within `origin`. */
export async function watchAttacks(page: Page, origin: string): Promise<AttackWatch> {
  const findings: string[] = [];
  const find = (finding: string) => void findings.push(finding);
  page.on('dialog', async (dialog) => {
    find(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('popup', (popup) => find(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    if (new URL(request.url()).host.includes(canaryHost)) find(`request: ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    const isOurs = frame === page.mainFrame() && frame.url().startsWith(`${origin}/`);
    if (!isOurs) find(`navigation: ${frame.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') find(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => find(`error: ${error.message}`));
  await page.exposeFunction('reportViolation', find);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { reportViolation } = window as unknown as { reportViolation(violation: string): void };
      reportViolation(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return {
    findings,
    async inspect() {
      findings.push(...(await page.evaluate(findCanaries)));
    },
    expectNone: () => expect(findings).toEqual([]),
  };
}

/** Runs in the page: finds elements and attributes that our pages never have. */
function findCanaries(): string[] {
  const strangeTags = 'base,iframe,frame,object,embed,math,x-canary,video,audio,animate,#canary';
  const isActive = (name: string, value: string): boolean => {
    if (/^on/i.test(name)) return true;
    if (/^(?:style|srcdoc)$/i.test(name)) return /canary|hacked/.test(value);
    if (!/^(?:src|srcset|href|xlink:href|action|formaction|data|poster|background)$/i.test(name))
      return false;
    const address = URL.parse(value, document.baseURI);
    return (
      !!address && (/^(?:javascript|vbscript):|^data:text/.test(address.href) || /canary/.test(address.host))
    );
  };
  const isStrange = (element: Element): boolean =>
    element.matches(`${strangeTags},meta[http-equiv=refresh i]`) ||
    (element.matches('style,script:not([type$=json])') && /hacked|canary/.test(element.textContent)) ||
    [...element.attributes].some(({ name, value }) => isActive(name, value));
  const strange = [...document.querySelectorAll('*')].filter(isStrange);
  const found = strange.map((element) => `element: ${element.outerHTML.slice(0, 200)}`);
  return Reflect.has(window, 'hacked') ? ['script: window.hacked is set', ...found] : found;
}
