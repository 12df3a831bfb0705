import { describe, expect, it } from 'vitest';
import type { AppError } from '../http/app-error.ts';
import { readLargeJson } from './large-json.ts';

const bounds = { maxMs: 60_000, memoryMiB: 512, file: new URL('./worker.ts', import.meta.url) };
const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, changed: Partial<typeof bounds> = {}) =>
  readLargeJson({ bytes: encode(text), field: 'data', checkers: [] }, { ...bounds, ...changed });
/** As if a module had found these parts valid. */
const readChecked = (text: string) => {
  const module = 'data:text/javascript,export const check = async (part) => part';
  const checkers = ['learning', 'list', 'portfolios'].map((name) => ({ name, module }));
  return readLargeJson({ bytes: encode(text), field: 'data', checkers }, bounds);
};

describe('A large JSON body', () => {
  it('is read in batches, and is unchanged afterwards', async () => {
    const inner = Array.from({ length: 1234 }, (_, number) => `item ${number}`);
    const items = Array.from({ length: 3000 }, (_, number) => ({
      number,
      inner: number === 700 ? inner : [],
    }));
    const data = { short: [1, [2]], long: items, deep: { long: inner } };
    expect(await read(JSON.stringify({ other: items, data }))).toEqual({ data });
  });

  it('passes small or missing parts to the schema of its route', async () => {
    expect(await read('{"data":{"a":[1]},"b":2}')).toEqual({ data: { a: [1] } });
    expect(await read('{}')).toEqual({});
    expect(await read('{"data":[]}')).toEqual({ data: null });
  });

  it.each([
    ['incomplete JSON', '{"data":'],
    ['a list instead of an object', '[]'],
    ['too many names', JSON.stringify({ data: Object.fromEntries(Array(101).fill(1).entries()) })],
    ['too many values', `{"data":{"portfolios":[${'{},'.repeat(100_000)}{}]}}`],
    ['too many levels', `{"data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
  ])('is refused: %s', async (_name, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'invalid_request', issues: [{ path: '' }] });
  });

  it.each([
    ['at its top', 'data.learning', (wide: object) => ({ learning: wide })],
    ['within a list', 'data.portfolios.0.answers', (wide: object) => ({ portfolios: [{ answers: wide }] })],
  ])('is refused if an object has too many names %s', async (_place, path, around) => {
    const objectOf = (names: number) =>
      Object.fromEntries(Array.from({ length: names }, (_, number) => [`k${number}`, 'a text']));
    await expect(readChecked(JSON.stringify({ data: around(objectOf(100_000)) }))).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path }],
    });
    const data = around(objectOf(20_000));
    expect(await readChecked(JSON.stringify({ data }))).toEqual({ data });
  });

  it('is refused if a text is too large to be received without blocking anyone', async () => {
    const text = 'x'.repeat(30 * 1024 * 1024);
    await expect(readChecked(JSON.stringify({ data: { list: [text] } }))).rejects.toMatchObject({
      issues: [{ path: 'data.list.0' }],
    });
  });

  it('is refused if there is too much in objects within objects, or they are too deep', async () => {
    const inner = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`k${number}`, 'a text']));
    const outer = Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`k${number}`, inner]));
    await expect(readChecked(JSON.stringify({ data: { learning: outer } }))).rejects.toMatchObject({
      issues: [{ path: 'data.learning' }],
    });
    const deep = `${'['.repeat(20_000)}${' '.repeat(200_000)}${']'.repeat(20_000)}`;
    await expect(read(`{"data":{"learning":${deep}}}`)).rejects.toMatchObject({ issues: [{ path: '' }] });
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])(
    'is refused if %s within each other would end the process that receives them',
    async (_name, open, close) => {
      const nest = (levels: number) =>
        `{"data":{"learning":${open.repeat(levels)}1${close.repeat(levels)}}}${' '.repeat(20_000)}`;
      await expect(read(nest(1800))).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ path: '' }],
      });
      expect(await read(nest(90))).toEqual(JSON.parse(nest(90)));
    },
  );

  it('is refused if more than a few megabytes are checked by no module', async () => {
    const text = JSON.stringify({ data: { listed: Array(50_000).fill({ a: 'a text' }) } });
    await expect(read(text)).rejects.toMatchObject({ issues: [{ path: 'data.listed' }] });
    const parts = Array.from({ length: 100 }, (_, number) => [
      `part${number}`,
      Array(1000).fill({ a: 'a longer text' }),
    ]);
    await expect(read(JSON.stringify({ data: Object.fromEntries(parts) }))).rejects.toMatchObject({
      issues: [{ message: 'Is too large' }],
    });
  });

  it('that takes too much memory or time is refused, without affecting anything else', async () => {
    const many = `{"data":{"portfolios":[${'{"name":"a name","note":"one"},'.repeat(300_000)}{}]}}`;
    await expect(read(many, { memoryMiB: 16 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file takes too much memory to read.',
    });
    await expect(read(many, { maxMs: 0 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file takes too long to read.',
    });
  });

  it.each([100, 100_000])(
    'is refused in few words, though its names may have %d characters',
    async (length) => {
      const module = new URL('../../alerts/portable/check-firings.ts', import.meta.url).href;
      const text = `{"data":{"alertHistory":[{"${'k'.repeat(length)}":1}]}}`;
      const request = { bytes: encode(text), field: 'data', checkers: [{ name: 'alertHistory', module }] };
      const { issues } = (await readLargeJson(request).catch((error: unknown) => error)) as AppError;
      const unknown = issues?.filter(({ message }) => message.includes('kkk')) ?? [];
      expect(unknown.map(({ message }) => message.length)).toEqual([Math.min(length + 20, 300)]);
    },
  );

  it('is checked by the modules for its fields', async () => {
    const module = new URL('../../portfolio/portable/check-portfolios.ts', import.meta.url).href;
    const request = { field: 'data', checkers: [{ name: 'portfolios', module }] };
    for (const filler of ['', ' '.repeat(100_000)])
      await expect(
        readLargeJson({ ...request, bytes: encode(`{"data":{"portfolios":[{"name":1}]}}${filler}`) }),
      ).rejects.toMatchObject({
        code: 'invalid_request',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'data.portfolios.0.name' })]),
      });
  });
});
