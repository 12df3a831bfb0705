import type { AnchorHTMLAttributes } from 'react';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** `/path?query#hash`, or `?query` on the same page. */
  to: string;
}

/** A link within the site: a plain anchor that navigates without a page load. */
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
        // Leave it to the browser to open a tab or window, or to save the page.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        // As in browsers, a link to the current URL adds no history entry.
        navigate(href, { replace: href === pathname + search + hash });
      }}
    />
  );
}
