import { crc32, deflateRawSync } from 'node:zlib';

/** A cell: text, a number as digits, a date as its serial number, or a formula with its last value. */
export type SheetCell =
  | string
  | { readonly n: string; readonly at?: string }
  | { readonly date: string }
  | { readonly f: string; readonly v?: string };

interface Entry {
  readonly name: string;
  readonly packed: Uint8Array;
  /** The unpacked size claimed by the archive, in bytes. */
  readonly size: number;
  readonly checksum?: number;
}

/** Makes a zip archive of deflated entries. */
export function writeZip(entries: readonly Entry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size, checksum = 0 } of entries) {
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, rest, title]));
    parts.push(local);
    offset += local.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letters = (index: number) => String.fromCharCode(65 + index);

function writeCell(cell: SheetCell, place: string): string {
  if (typeof cell === 'string')
    return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if ('n' in cell) return `<c r="${cell.at ?? place}"><v>${cell.n}</v></c>`;
  if ('date' in cell) return `<c r="${place}" s="1"><v>${cell.date}</v></c>`;
  return `<c r="${place}"><f>${escapeXml(cell.f)}</f>${cell.v === undefined ? '' : `<v>${cell.v}</v>`}</c>`;
}

type Rows = readonly (readonly SheetCell[])[];

const writeSheet = (rows: Rows) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, index) => writeCell(cell, `${letters(index)}${row + 1}`)).join('')}</row>`,
    )
    .join('');

/** Makes a spreadsheet with one sheet, or more. */
export function writeXlsx(...sheets: readonly Rows[]): Uint8Array {
  const numbers = sheets.map((_, index) => index + 1);
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${office}"><sheets>${numbers.map((id) => `<sheet name="Sheet ${id}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${numbers.map((id) => `<Relationship Id="rId${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId999" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${namespace}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${namespace}"><sheetData>${writeSheet(rows)}</sheetData></worksheet>`,
      ]),
    ),
  };
  return writeZip(
    Object.entries(files).map(([name, text]) => {
      const bytes = Buffer.from(declaration + text);
      return { name, packed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) };
    }),
  );
}
