/** A file packed again: gzip, zip, UTF-16 or HTML; intact, broken, or a decompression bomb. */

import { deflateRawSync, gzipSync } from "node:zlib";
import { crc32 } from "../../lib/compression/crc32.ts";
import type { RandomSource } from "../random-source.ts";

export function compressInput(draw: RandomSource, bytes: Buffer): Buffer {
  switch (draw.below(6)) {
    case 0:
    case 1:
      return createGzip(draw, bytes);
    case 2:
    case 3:
      return createZip(draw, bytes);
    case 4:
      return encodeUtf16(draw, bytes);
    default:
      return createHtmlLog(draw, bytes);
  }
}

function createGzip(draw: RandomSource, bytes: Buffer): Buffer {
  const whole = gzipSync(bytes);
  const flags = draw.pickOne([0, 0, 0, 2, 4, 8, 16, 31]);
  if (flags === 0) return draw.isLucky(0.1) ? Buffer.concat([whole, whole]) : whole;
  const head = Buffer.from(whole.subarray(0, 10));
  head.writeUInt8(flags, 3);
  const extra = draw.pickOne([
    "",
    "\u0002\u0000ab",
    "\u00ff\u00ff",
    "name\u0000",
    "name\u0000note\u0000",
  ]);
  return Buffer.concat([head, Buffer.from(extra, "latin1"), whole.subarray(10)]);
}

interface CompressedFile {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly content: Buffer;
  readonly body: Buffer;
}

function createZip(draw: RandomSource, bytes: Buffer): Buffer {
  const files = [
    { name: "notes.txt", content: Buffer.from("nothing\n") },
    { name: "run", content: bytes },
  ];
  const chosen = draw.isLucky(0.5) ? files : files.slice(1);
  return Buffer.concat([
    ...chosen.map(({ name, content }) => {
      const method = draw.pickOne([8, 8, 0, 12]);
      const body = method === 8 ? deflateRawSync(content) : content;
      const flags = draw.pickOne([0, 0, 8, 1, 2048]);
      return createZipEntry(draw, {
        name: draw.isLucky(0.9) ? name : "../\u0000/",
        method,
        flags,
        content,
        body,
      });
    }),
    Buffer.from("PK\u0001\u0002"),
    Buffer.alloc(42),
  ]);
}

function createZipEntry(
  draw: RandomSource,
  { name, method, flags, content, body }: CompressedFile,
): Buffer {
  const head = Buffer.alloc(30);
  const isBehind = (flags & 8) !== 0;
  const length = (real: number) =>
    draw.isLucky(0.95) ? real : draw.pickOne([0, 1, 0xffffffff, real + 5]);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(isBehind ? 0 : crc32(content, 0) >>> 0, 14);
  head.writeUInt32LE(isBehind ? 0 : length(body.length), 18);
  head.writeUInt32LE(isBehind ? 0 : length(content.length), 22);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  head.writeUInt16LE(draw.isLucky(0.95) ? 0 : 65_535, 28);
  const behind = Buffer.alloc(isBehind ? 16 : 0);
  if (isBehind) {
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(crc32(content, 0) >>> 0, 4);
  }
  return Buffer.concat([head, Buffer.from(name), body, behind]);
}

function encodeUtf16(draw: RandomSource, bytes: Buffer): Buffer {
  const mark = draw.isLucky(0.6) ? "\uFEFF" : "";
  const little = Buffer.from(mark + bytes.toString(), "utf16le");
  const ordered = draw.isLucky(0.5) ? little : little.swap16();
  return draw.isLucky(0.9) ? ordered : ordered.subarray(0, -1);
}

function createHtmlLog(draw: RandomSource, bytes: Buffer): Buffer {
  const log = (draw.isLucky(0.8) ? gzipSync(bytes) : bytes).toString("base64");
  const broken = draw.isLucky(0.1) ? log.replace(/.{9}/, "=?&") : log;
  return Buffer.from(
    `<!doctype html>\n<html data-loupe-log="1"><title>x</title>\n` +
      `<script type="application/octet-stream" id="loupe-log">\n${broken.replace(/.{76}/g, "$&\n")}\n` +
      `</script>\n</html>\n`,
  );
}
