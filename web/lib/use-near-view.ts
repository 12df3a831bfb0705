import { type RefObject, useEffect, useState } from 'react';

/** The distance from the viewport that counts as near, so that content is ready when it is scrolled to. */
const nearMargin = '300px';

/** Whether an element has ever been near the viewport. */
export function useNearView(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: nearMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
