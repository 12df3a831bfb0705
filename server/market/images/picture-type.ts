const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The media type of a raster picture by its first bytes; the sender's Content-Type is ignored. Undefined for anything
 * else, above all SVG and HTML, which can carry scripts.
 */
export function detectPictureType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp';
  return undefined;
}
