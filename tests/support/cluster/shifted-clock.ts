// Loaded before a server (`--import`): shifts its clock by CLOCK_OFFSET_MS.

const offset = Number(process.env.CLOCK_OFFSET_MS);
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RightDate.now() + offset);
    else super(...parts);
  }

  static override now(): number {
    return RightDate.now() + offset;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
