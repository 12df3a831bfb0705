import { describe, expect, it } from 'vitest';
import { onePixelPng } from '../../../tests/support/market/picture-server.ts';
import { detectPictureType } from './picture-type.ts';

describe('detectPictureType', () => {
  it.each([
    ['image/png', onePixelPng],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ['image/gif', Buffer.from('GIF89a...')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ')],
    [undefined, Buffer.from('RIFF\x10\0\0\0WAVEfmt ')],
    [undefined, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [undefined, Buffer.from('<?xml version="1.0"?><svg/>')],
    [undefined, Buffer.from('%PDF-1.7')],
    [undefined, Buffer.alloc(0)],
    [undefined, onePixelPng.subarray(0, 7)],
  ])('returns %s', (type, bytes) => {
    expect(detectPictureType(bytes)).toBe(type);
  });
});
