/** Makes one random change: of a text, a number or a flag, or removes, duplicates or swaps items of a list. */
export function changeDocument(document: unknown, choose: (count: number) => number): void {
  const places: (() => void)[] = [];
  const visit = (parent: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(parent)) {
      if (key === 'digest') continue;
      if (Array.isArray(value) && value.length > 0) {
        places.push(() => value.splice(choose(value.length), 1));
        places.push(() => value.push(value[choose(value.length)]));
        if (value.length > 1 && key !== 'inputs') places.push(() => value.unshift(value.pop()));
      }
      if (value !== null && typeof value === 'object') visit(value as Record<string, unknown>);
      else places.push(() => Object.assign(parent, { [key]: another(value) }));
    }
  };
  visit(document as Record<string, unknown>);
  places[choose(places.length)]!();
}

function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return '1';
  const digit = value.search(/\d(?=\D*$)/);
  if (digit < 0) return `${value}x`;
  return `${value.slice(0, digit)}${(Number(value[digit]) + 1) % 10}${value.slice(digit + 1)}`;
}
