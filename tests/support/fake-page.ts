import { vi } from 'vitest';

/** The parts of a browser's `document` and `window` that the stream's client uses. */
export class FakePage extends EventTarget {
  hidden = false;

  constructor() {
    super();
    vi.stubGlobal('document', this);
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this));
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this));
  }

  setHidden(isHidden: boolean): void {
    this.hidden = isHidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
