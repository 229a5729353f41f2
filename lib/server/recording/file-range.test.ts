import { readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { streamFileBytes } from "./file-range.ts";

const PATH = join(tmpdir(), `loupe-file-bytes-${process.pid}`);
const BYTES = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);

afterEach(() => rm(PATH, { force: true }));

/** How often this process has the file open, on systems that show it. */
async function timesOpen(): Promise<number> {
  const all = await readdir("/proc/self/fd").catch(() => []);
  const paths = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return paths.filter((path) => path.startsWith(PATH)).length;
}

test("any range of a file is returned, as far as the file has it", async () => {
  await writeFile(PATH, BYTES);
  const place = fc.nat(BYTES.length + 10);
  await fc.assert(
    fc.asyncProperty(place, place, async (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const read = new Uint8Array(
        await new Response(streamFileBytes(PATH, from, to)).arrayBuffer(),
      );
      expect(Buffer.compare(read, BYTES.subarray(from, to + 1))).toBe(0);
    }),
    { numRuns: 40 },
  );
  expect(await timesOpen()).toBe(0);
});

test("no file is open for a body that is unread or canceled", async () => {
  await writeFile(PATH, BYTES);
  const unread = streamFileBytes(PATH, 0, BYTES.length - 1);
  expect(await timesOpen()).toBe(0);

  const reader = unread.getReader();
  await reader.read();
  if (process.platform === "linux") expect(await timesOpen()).toBe(1);
  await reader.cancel();
  expect(await timesOpen()).toBe(0);

  // Canceled while the file is being opened.
  const hasty = streamFileBytes(PATH, 0, BYTES.length - 1).getReader();
  const read = hasty.read();
  await hasty.cancel();
  await read;
  expect(await timesOpen()).toBe(0);
});

test("an empty file and a missing file", async () => {
  await writeFile(PATH, "");
  expect(await new Response(streamFileBytes(PATH, 0, -1)).text()).toBe("");
  await rm(PATH);
  await expect(new Response(streamFileBytes(PATH, 0, 9)).text()).rejects.toThrow("ENOENT");
});
