import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { LogHeader, WireRecord } from "../../wire/record.ts";
import { Recorder } from "../recording/recorder.ts";
import { RollingSink, type RollLimits } from "./rolling-sink.ts";

const folder = mkdtempSync(join(tmpdir(), "loupe-roll-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const createRecorder = () => {
  count += 1;
  const header: LogHeader = { r: "loupe", version: 1, id: `r${count}`, at: null, by: "test" };
  return Recorder.createFile(join(folder, `${count}.jsonl`), header);
};

async function start(limits: RollLimits, canRoll = true) {
  const recorders = [await createRecorder()];
  const [first] = recorders;
  if (!first) throw new Error("no recorder");
  const sink = new RollingSink(first, limits, async (_, endLast) => {
    if (!canRoll) throw new Error("full");
    const next = await createRecorder();
    endLast(next.id);
    recorders.push(next);
    return next;
  });
  const readAll = async () => {
    await sink.waitUntilWritten();
    return recorders.map(({ path }): WireRecord[] =>
      readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line)),
    );
  };
  return { sink, readAll };
}

const createOpen = (x: string, t: number): WireRecord => ({
  ...{ r: "open", x, t, method: "GET", url: "http://a/", headers: [] },
  hop: {
    ...{ via: "takeover", listen: "a:1", target: "b:1", connection: 1 },
    caller: { address: "127.0.0.1", port: 1 },
    firstByte: t - 1,
  },
});
const createEnd = (x: string, t: number): WireRecord => ({ r: "end", x, t, cause: "complete" });

const listIds = (files: readonly WireRecord[][]) =>
  files.map((records) => records.map((record) => `${record.r} ${"x" in record ? record.x : ""}`));

describe("a new recording", () => {
  test("begins with a call, while no other is running", async () => {
    const { sink, readAll } = await start({ bytes: 1, ms: null });
    for (const record of [
      ...[createOpen("a", 10), createOpen("b", 11), createEnd("b", 12), createOpen("c", 13)],
      ...[createEnd("a", 14), createEnd("c", 15), createOpen("d", 16), createEnd("d", 17)],
    ]) {
      sink.append(record);
    }
    expect(listIds(await readAll())).toEqual([
      ["open a", "open b", "end b", "open c", "end a", "end c", "note "],
      ["open d", "end d"],
    ]);
  });

  test("has times of its own, and loses nothing that came while it was created", async () => {
    const { sink, readAll } = await start({ bytes: null, ms: 0 });
    for (const record of [createOpen("a", 10), createEnd("a", 20), createOpen("b", 30.5)]) {
      sink.append(record);
    }
    sink.append({ r: "note", t: 31, text: "about no call" });
    sink.append(createEnd("b", 32.5));
    const [first, second] = await readAll();
    const text = expect.stringMatching(/^The tap goes on in the recording r\d+\.$/);
    expect(first?.at(-1)).toEqual({ r: "note", t: 29.5, text });
    expect(second).toMatchObject([
      { r: "open", t: 1, hop: { firstByte: 0 } },
      { r: "note", t: 1.5 },
      { r: "end", t: 3 },
    ]);
  });

  test("begins after each call that is running alone, if the limit is that small", async () => {
    const { sink, readAll } = await start({ bytes: 1, ms: null });
    for (const x of ["a", "b", "c"]) {
      sink.append(createOpen(x, 1));
      sink.append(createEnd(x, 2));
    }
    expect(listIds(await readAll())).toEqual([
      ["open a", "end a", "note "],
      ["open b", "end b", "note "],
      ["open c", "end c"],
    ]);
  });

  test("is not begun below the limits", async () => {
    const { sink, readAll } = await start({ bytes: 1e6, ms: 1e6 });
    for (const x of ["a", "b"]) {
      sink.append(createOpen(x, 1));
      sink.append(createEnd(x, 2));
    }
    expect(await readAll()).toHaveLength(1);
  });

  test("that cannot be created ends the recording", async () => {
    const { sink, readAll } = await start({ bytes: 1, ms: null }, false);
    for (const x of ["a", "b"]) {
      sink.append(createOpen(x, 1));
      sink.append(createEnd(x, 2));
    }
    expect(listIds(await readAll())).toEqual([["open a", "end a"]]);
  });
});
