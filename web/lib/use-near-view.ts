import { type RefObject, useEffect, useState } from 'react';

/** How far below the view counts as near, so that content is ready when scrolled to. */
const nearness = '300px';

/** Whether an element has ever come near the view. */
export function useNearView(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: nearness },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
