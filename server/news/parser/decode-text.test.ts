import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const declare = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><t>`;
const ascii = (text: string) => Buffer.from(text, 'latin1');
const utf8 = Buffer.from('Börse “up”');

describe('the text of a feed', () => {
  it.each([
    ['UTF-8 without any declaration', utf8, undefined],
    ['UTF-8 that is called Latin 1 by its server', utf8, 'text/xml; charset=ISO-8859-1'],
    ['UTF-8 that is called ASCII', utf8, 'text/xml; charset="us-ascii"'],
    ['UTF-8 with a charset that does not exist', utf8, 'text/xml; charset=utf-88'],
    ['UTF-8 that is called UTF-16', utf8, 'text/xml; charset=utf-16'],
    ['UTF-8 with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), undefined],
    ['Windows 1252 without any declaration', ascii('B\xf6rse \x93up\x94'), undefined],
    ['Windows 1252 that is served without a charset', ascii('B\xf6rse \x93up\x94'), 'text/xml'],
    ['Windows 1252 that is called UTF-8', ascii('B\xf6rse \x93up\x94'), 'text/xml; charset=utf-8'],
  ])('is read if it is %s', (_name, bytes, contentType) => {
    expect(decodeText(bytes, contentType).replaceAll('\uFFFD', '')).toBe('Börse “up”');
  });

  it.each([
    ['koi8-r', 'd2d5c2ccd8', 'рубль'],
    ['gb2312', 'b1c8ccd8b1d2', '比特币'],
    ['euc-kr', 'bacfc6aec4dac0ce', '북트코인'],
    ['shift_jis', '89bc917a', '仮想'],
    ['iso-8859-2', 'b6bfb3', 'śżł'],
  ])('is read in %s, as its declaration or its server says', (encoding, hex, text) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(decodeText(bytes, `application/xml;charset=${encoding.toUpperCase()}`)).toBe(text);
    expect(decodeText(Buffer.concat([ascii(declare(encoding)), bytes]), undefined)).toBe(
      declare(encoding) + text,
    );
  });

  it.each([
    ['utf-8', Buffer.from('Börse “up”, 比特币').toString('hex'), 'Börse “up”, 比特币'],
    ['koi8-r', 'd2d5c2ccd8', 'рубль'],
    ['gb2312', 'b1c8ccd8b1d2', '比特币'],
    ['shift_jis', '89bc917a', '仮想'],
  ])('is read in %s if it declares that, whatever its server says', (encoding, hex, text) => {
    const document = Buffer.concat([ascii(declare(encoding)), Buffer.from(hex, 'hex')]);
    for (const wrong of ['koi8-r', 'windows-1251', 'utf-8', 'iso-8859-1', 'shift_jis', 'utf-16', 'x']) {
      expect(decodeText(document, `text/xml; charset=${wrong}`)).toBe(declare(encoding) + text);
    }
  });

  it.each([
    ['utf-8', 'koi8-r', 'd2d5c2ccd8', 'рубль'],
    ['iso-8859-1', 'koi8-r', 'd2d5c2ccd8', 'рубль'],
    ['iso-8859-2', 'windows-1250', '9ae89e', 'ščž'],
    ['shift_jis', 'utf-8', Buffer.from('比特币').toString('hex'), '比特币'],
  ])('that wrongly declares %s is read in %s, as its server says', (declared, served, hex, text) => {
    const document = Buffer.concat([ascii(declare(declared)), Buffer.from(hex, 'hex')]);
    expect(decodeText(document, `text/xml; charset=${served}`)).toBe(declare(declared) + text);
  });

  it('is read in UTF-16 of either byte order, with and without a mark', () => {
    const text = '<?xml version="1.0"?><t>比特币</t>';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [bytes, mark] of [
      [little, [0xff, 0xfe]],
      [big, [0xfe, 0xff]],
    ] as const) {
      expect(decodeText(bytes, 'text/xml; charset=utf-8')).toBe(text);
      expect(decodeText(Buffer.concat([Buffer.from(mark), bytes]), undefined)).toBe(text);
    }
  });

  it('never fails, whatever the bytes', () => {
    const bytes = readFileSync(process.execPath).subarray(0, 100_000);
    expect(decodeText(bytes, undefined).length).toBeGreaterThan(0);
    expect(decodeText(bytes, 'charset=euc-jp').length).toBeGreaterThan(0);
  });
});
