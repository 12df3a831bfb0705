import type { Page } from '@playwright/test';

type Place = readonly [x: number, y: number];

/** Touches sent as real input to the browser: they scroll and zoom the page, unless the page prevents it. */
interface Fingers {
  press(...places: readonly Place[]): Promise<void>;
  move(...places: readonly Place[]): Promise<void>;
  lift(): Promise<void>;
  /** Moves one finger from one place to another and lifts it. */
  swipe(from: Place, to: Place): Promise<void>;
}

const steps = 8;

/** Returns fingers that touch a page. */
export async function useFingers(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page);
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]) => {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const fingers: Fingers = {
    press: (...places) => send('touchStart', places),
    move: (...places) => send('touchMove', places),
    lift: () => send('touchEnd', []),
    swipe: async (from, to) => {
      await fingers.press(from);
      for (let step = 1; step <= steps; step++) {
        const along = (a: number, b: number) => a + ((b - a) * step) / steps;
        await fingers.move([along(from[0], to[0]), along(from[1], to[1])]);
      }
      await fingers.lift();
    },
  };
  return fingers;
}
