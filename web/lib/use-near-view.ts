import { type RefObject, useEffect, useState } from 'react';

/** How far below the view something counts as near, so that it is there when it is reached. */
const nearness = '300px';

/** Whether an element has come near the view, once and for all. */
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
