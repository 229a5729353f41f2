// Writes screenshots as PNG files with a palette, which are a fraction of the size.
import { deflateSync } from "node:zlib";

/** Reads a PNG in a page and reduces it to at most 256 colors: the most frequent that differ visibly, and for all others the nearest. */
export function reduceColors(page, base64) {
  return page.evaluate(async (encoded) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const colors = Array.from(
      { length: width * height },
      (_, i) => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2],
    );
    const counts = new Map();
    for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
    const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
    const distance = (a, b) =>
      Math.abs((a >> 16) - (b >> 16)) +
      Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) +
      Math.abs((a & 255) - (b & 255));
    const palette = [];
    for (const color of frequent) {
      if (palette.length === 256) break;
      if (palette.every((one) => distance(one, color) > 8)) palette.push(color);
    }
    const nearest = new Map(
      frequent.map((color) => {
        const distances = palette.map((one) => distance(one, color));
        return [color, distances.indexOf(Math.min(...distances))];
      }),
    );
    return { width, palette, pixels: colors.map((color) => nearest.get(color)) };
  }, base64);
}

export function encodeIndexedPng({ width, palette, pixels }) {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, with a palette.
  header.set([8, 3], 8);
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...pixels.slice(y * width, (y + 1) * width),
  ]);
  const colors = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("PLTE", Buffer.from(colors)),
    pngChunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
