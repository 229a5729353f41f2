/**
 * Byte range of a file as a response body, and the Range header that asks for one (RFC 9110, section
 * 14): one byte range, or the whole file.
 *
 * Guarantees: the file is open only while the body is read. The body of a response to a HEAD request,
 * or to a client that disconnected before it began, is neither read nor canceled.
 */

import { type FileHandle, open } from "node:fs/promises";

const CHUNK_BYTES = 1 << 16;

/** Streams the bytes `from` to `to`, inclusive, as far as the file has them. */
export function streamFileBytes(
  path: string,
  from: number,
  to: number,
): ReadableStream<Uint8Array> {
  let opened: Promise<FileHandle> | null = null;
  let at = from;
  const close = async () => {
    await (await opened)?.close();
  };
  return new ReadableStream(
    {
      async pull(controller) {
        opened ??= open(path);
        const file = await opened;
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, to + 1 - at));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at).catch(async (error) => {
          await close();
          throw error;
        });
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
        if (bytesRead > 0 && at <= to) return;
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

interface ByteRange {
  readonly from: number;
  /** The last byte, inclusive. */
  readonly to: number;
}

/** `null` for the whole file, also when the header names no single range; "none" for a range outside the file. */
export function parseRangeHeader(header: string | null, size: number): ByteRange | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  // `-N` means the last N bytes.
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from > to ? "none" : { from, to };
}
