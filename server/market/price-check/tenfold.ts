/** How many refreshes, after the first one, must agree with a held value before it is accepted. */
export const confirmationsNeeded = 2;

/** No coin has ever cost this much: a higher price is a fault, however often it is repeated. */
const maxPrice = 1e12;
const maxFactor = 10;
/** Ten times a price may come out a hair above ten in binary floating point. */
const tolerance = 1 + 1e-9;

/** Whether a price is possible at all, in US dollars. */
export function isPrice(price: number | null | undefined): price is number {
  return typeof price === 'number' && price > 0 && price <= maxPrice;
}

/** Whether two prices are within a factor of ten of each other. */
export function isWithinTenfold(a: number, b: number): boolean {
  return Math.max(a, b) <= Math.min(a, b) * maxFactor * tolerance;
}
