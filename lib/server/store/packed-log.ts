/**
 * Packs a part of a log for the store: blocks of whole lines, each a gzip member of its own. So any
 * block can be read alone, and all together are one gzip file of the log.
 *
 * Guarantees: memory for one block, or one line if that is longer; the packed file is as the checksum
 * says.
 */

import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FileBody } from "./s3-client.ts";

/** One gzip member. */
export interface LogBlock {
  /** Unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
  /** Complete lines. */
  readonly lines: number;
}

interface PackedLog extends FileBody {
  readonly blocks: readonly LogBlock[];
}

const BLOCK_BYTES = 1 << 20;
const NEWLINE = 10;
const compress = promisify(gzip);

/** Packs the bytes from `from` to `to`, which end with a line, into a new file. */
export async function packLog(
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
  target: string,
): Promise<PackedLog> {
  const source = await open(path, "r");
  const packed = await open(target, "w", 0o600);
  try {
    const hash = createHash("sha256");
    const blocks: LogBlock[] = [];
    let size = 0;
    for (let at = from; at < to; ) {
      const lines = await readLines(source, at, to);
      const member = await compress(lines);
      hash.update(member);
      await packed.appendFile(member);
      blocks.push({ bytes: lines.length, packedBytes: member.length, lines: countLines(lines) });
      size += member.length;
      at += lines.length;
    }
    return { path: target, size, sha256: hash.digest("hex"), blocks };
  } finally {
    await source.close();
    await packed.close();
  }
}

/** At least one whole line. */
async function readLines(source: FileHandle, from: number, to: number): Promise<Buffer> {
  for (let want = BLOCK_BYTES; ; want *= 2) {
    const length = Math.min(want, to - from);
    const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(length), 0, length, from);
    if (bytesRead < length) throw new Error("The log was truncated while it was uploaded.");
    if (from + length === to) return buffer;
    const end = buffer.lastIndexOf(NEWLINE) + 1;
    if (end > 0) return buffer.subarray(0, end);
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
