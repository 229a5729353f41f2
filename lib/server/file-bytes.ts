/**
 * The bytes of a file as an answer's body.
 *
 * Guarantee: the file is open only while somebody reads. An answer to whoever hung up before it
 * began, or to a request for its head alone, is never read, and nobody cancels it.
 */
import { type FileHandle, open } from "node:fs/promises";

const CHUNK_BYTES = 1 << 16;

/** From one byte to another, that one included; what the file has of them. */
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
        const piece = new Uint8Array(Math.min(CHUNK_BYTES, to + 1 - at));
        const { bytesRead } = await file.read(piece, 0, piece.length, at).catch(async (error) => {
          await close();
          throw error;
        });
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead));
        if (bytesRead > 0 && at <= to) return;
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
