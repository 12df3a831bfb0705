import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type ServerEvent } from './event-parser.ts';

function parse(pieces: readonly string[]) {
  const events: ServerEvent[] = [];
  const retries: number[] = [];
  const feed = createEventParser(
    (event) => events.push(event),
    (ms) => retries.push(ms),
  );
  for (const piece of pieces) feed(piece);
  return { events, retries };
}

const text = [
  'retry: 3000\n\n',
  'event: status\ndata: {"a":1}\n\n',
  'id: q1\n\n',
  ':\n\n',
  'id: q2.a3\nevent: quotes\r\ndata: one\ndata:two: three\nretry: soon\n\r\n',
  'data\n\n',
  'event: cut\ndata: o',
].join('');
const events = [
  { name: 'status', data: '{"a":1}', id: null },
  { name: 'message', data: null, id: 'q1' },
  { name: 'quotes', data: 'one\ntwo: three', id: 'q2.a3' },
];

describe('createEventParser', () => {
  it('reads names, data and positions, and omits empty and unfinished blocks', () => {
    expect(parse([text])).toEqual({ events, retries: [3000] });
  });

  it('reads the same events however the text is split', () => {
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [0, ...places.sort((a, b) => a - b), text.length];
        const pieces = ends.slice(1).map((end, index) => text.slice(ends[index], end));
        expect(parse(pieces)).toEqual({ events, retries: [3000] });
      }),
    );
  });
});
