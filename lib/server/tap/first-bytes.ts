/** Reads the first bytes of a connection, and leaves them to be read again. */

import type { Socket } from "node:net";

/**
 * Passes each read to `decide` until it returns something; `null` if the connection ends before. The
 * socket is then paused, with nothing read.
 */
export async function readFirstBytes<Result>(
  socket: Socket,
  decide: (bytes: Buffer) => Result | null,
): Promise<Result | null> {
  const chunks: Buffer[] = [];
  const result = await new Promise<Result | null>((resolve) => {
    const finish = (found: Result | null) => {
      socket.off("data", read).off("end", stop).off("close", stop);
      resolve(found);
    };
    const stop = () => finish(null);
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const found = decide(chunk);
      if (found === null) return;
      socket.pause();
      finish(found);
    };
    socket.on("data", read).on("end", stop).on("close", stop);
  });
  if (result !== null) socket.unshift(Buffer.concat(chunks));
  return result;
}
