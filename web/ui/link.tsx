import type { AnchorHTMLAttributes } from 'react';
import { useNavigate } from '../lib/router/navigate.ts';
import { useLocation } from '../lib/router/page-location.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** `/path?query#hash`, or `?query` on the same page. */
  to: string;
}

/** A link within the site: a plain anchor that changes the page without loading it anew. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const href = to.startsWith('/') ? to : pathname + to;
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0 || rest.target) return;
        // The browser opens a tab or a window, or saves the page.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        // As in a browser, a link to the same address adds nothing to the history.
        navigate(href, { replace: href === pathname + search + hash });
      }}
    />
  );
}
