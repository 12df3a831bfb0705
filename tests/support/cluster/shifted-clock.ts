// Loaded before a server (`--import`): shifts its clock by CLOCK_OFFSET_MS.

const offset = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + offset);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
// What `performance` counts from is the same clock, read when the process started.
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + offset });
