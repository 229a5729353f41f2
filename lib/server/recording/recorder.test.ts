import { once } from "node:events";
import { closeSync, fstatSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LogHeader, NoteRecord } from "../../wire/record.ts";
import { type LineBatch, Recorder } from "./recorder.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-recorder-"));
});
afterEach(() => rm(folder, { recursive: true }));

const header = (id = "one"): LogHeader => ({
  r: "loupe",
  version: 1,
  id,
  at: new Date().toISOString(),
  by: "test",
});
const note = (t: number, text = `${t}`): NoteRecord => ({ r: "note", t, text });

/** All lines from `from` on that exist now. */
async function readAll(recorder: Recorder, from = 0): Promise<{ from: number[]; lines: string[] }> {
  const starts: number[] = [];
  const lines: string[] = [];
  for await (const batch of recorder.tail(from)) {
    if (batch.bytes.length === 0) break;
    starts.push(batch.from);
    lines.push(...linesOf(batch));
  }
  return { from: starts, lines };
}

const linesOf = ({ bytes }: LineBatch) => bytes.toString().trimEnd().split("\n");

/** The file descriptors by which this process has the file open. */
async function descriptorOf(path: string): Promise<number> {
  const { ino } = await stat(path);
  for (let descriptor = 3; ; descriptor += 1) {
    try {
      if (fstatSync(descriptor).ino === ino) return descriptor;
    } catch {
      if (descriptor > 10_000) throw new Error("The file is not open.");
    }
  }
}

describe("writing", () => {
  test("keeps the order, in a file that only its owner can read", async () => {
    const recorder = await Recorder.create(join(folder, "new"), header());
    for (let i = 0; i < 2_000; i += 1) recorder.append(note(i));
    expect(recorder.pendingBytes).toBeGreaterThan(0);
    await recorder.waitUntilWritten();
    expect(recorder.pendingBytes).toBe(0);
    const lines = (await readFile(recorder.path, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).t ?? "header")).toEqual([
      "header",
      ...Array(2_000).keys(),
    ]);
    expect((await stat(recorder.path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "new"))).mode & 0o777).toBe(0o700);
    await recorder.close();
  });

  test("never overwrites a recording", async () => {
    await (await Recorder.create(folder, header())).close();
    await expect(Recorder.create(folder, header())).rejects.toMatchObject({ code: "EEXIST" });
  });

  test("reports a failure to readers and frees memory", async () => {
    const recorder = await Recorder.create(folder, header("gone"));
    await recorder.close();
    await symlink("/dev/full", join(folder, "full.jsonl"));
    const full = await Recorder.open(join(folder, "full.jsonl"), "full");
    full.append(note(1));
    await full.waitUntilWritten();
    expect(full.failure).toMatchObject({ code: "disk-full", message: /is full/ });
    full.append(note(2));
    expect(full.pendingBytes).toBe(0);
  });
});

describe("following", () => {
  test("reports a failure on close after a pause", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const recorder = await Recorder.create(folder, header());
      const broken = once(recorder.failureSignal, "abort");
      closeSync(await descriptorOf(recorder.path));
      vi.runAllTimers();
      await broken;
      expect(recorder.failure).toMatchObject({ code: "EBADF", syscall: "close" });
      await recorder.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("delivers a record only when it is in the file", async () => {
    const recorder = await Recorder.create(folder, header());
    const stop = new AbortController();
    const seen: string[] = [];
    const reader = (async () => {
      for await (const batch of recorder.tail(0, stop.signal)) {
        if (batch.bytes.length === 0) continue;
        const file = await readFile(recorder.path, "utf8");
        for (const line of linesOf(batch)) {
          expect(file).toContain(`${line}\n`);
          seen.push(line);
        }
        if (seen.length === 301) stop.abort();
      }
    })();
    for (let i = 0; i < 300; i += 1) {
      recorder.append(note(i));
      if (i % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await reader;
    expect(seen.slice(1).map((line) => JSON.parse(line).t)).toEqual([...Array(300).keys()]);
    await recorder.close();
  });

  test("starts at any line, with line numbers", async () => {
    const recorder = await Recorder.create(folder, header());
    for (let i = 1; i < 5_000; i += 1) recorder.append(note(i));
    await recorder.waitUntilWritten();
    for (const from of [0, 1, 1023, 1024, 1025, 3000, 4999]) {
      const read = await readAll(recorder, from);
      expect(read.lines).toHaveLength(5_000 - from);
      expect(read.from[0]).toBe(from);
      expect(JSON.parse(read.lines[0] ?? "").t ?? 0).toBe(from);
    }
    expect(await readAll(recorder, 9_999)).toEqual({ from: [], lines: [] });
    recorder.append(note(5_000));
    await recorder.waitUntilWritten();
    expect((await readAll(recorder, 5_000)).lines).toEqual([JSON.stringify(note(5_000))]);
    await recorder.close();
  });

  test("delivers a line longer than one read", async () => {
    const recorder = await Recorder.create(folder, header());
    recorder.append(note(1, "x".repeat(3_000_000)));
    recorder.append(note(2));
    await recorder.waitUntilWritten();
    const { lines } = await readAll(recorder, 0);
    expect(lines.map((line) => line.length)).toEqual([
      JSON.stringify(header()).length,
      JSON.stringify(note(1, "")).length + 3_000_000,
      JSON.stringify(note(2)).length,
    ]);
    expect((await readAll(recorder, 2)).lines).toEqual([JSON.stringify(note(2))]);
    await recorder.close();
  });

  test("delivers the same to a slow and a fast reader", async () => {
    const recorder = await Recorder.create(folder, header());
    const follow = async (pause: () => Promise<unknown>) => {
      const lines: string[] = [];
      for await (const batch of recorder.tail(0)) {
        if (batch.bytes.length > 0) lines.push(...linesOf(batch));
        await pause();
        if (lines.length === 2_001) return lines;
      }
      return lines;
    };
    const readers = [
      follow(async () => undefined),
      follow(() => new Promise((resolve) => setTimeout(resolve, 5))),
    ];
    for (let i = 0; i < 2_000; i += 1) {
      recorder.append(note(i, "y".repeat(200)));
      if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const [fast, slow] = await Promise.all(readers);
    expect(slow).toEqual(fast);
    await recorder.close();
  });

  test("ends with the signal, even while waiting, and with the recorder", async () => {
    const recorder = await Recorder.create(folder, header());
    const stop = new AbortController();
    const waiting = (async () => {
      for await (const _ of recorder.tail(0, stop.signal));
      return "stopped";
    })();
    setTimeout(() => stop.abort(), 20);
    expect(await waiting).toBe("stopped");
    for await (const _ of recorder.tail(0, AbortSignal.abort())) expect.unreachable();

    const failure = (async () => {
      for await (const _ of recorder.tail(0));
    })();
    setTimeout(() => void recorder.close("Deleted."), 20);
    await expect(failure).rejects.toThrow("Deleted.");
  });
});

describe("continuing", () => {
  test("adds a resume record and continues the times", async () => {
    const first = await Recorder.create(folder, header());
    first.append(note(86_400_000));
    await first.close();
    const second = await Recorder.open(first.path, "one");
    expect(second.now()).toBeGreaterThanOrEqual(86_400_000);
    expect((await readAll(second)).lines).toHaveLength(2);
    second.append(note(1));
    second.append(note(2));
    await second.waitUntilWritten();
    const records = (await readAll(second)).lines.map((line) => JSON.parse(line));
    expect(records.map(({ r }) => r)).toEqual(["loupe", "note", "resume", "note", "note"]);
    expect(records[2].t).toBe(records[3].t);
    await second.close();
  });

  test("closes a torn line, adds a note, and loses none of its bytes", async () => {
    const first = await Recorder.create(folder, header());
    first.append(note(1));
    await first.close();
    const torn = Buffer.concat([
      Buffer.from('{"r":"data","x":"a","timing":{"dns":1}'),
      Buffer.from([0xf0, 0x9f]),
    ]);
    await appendFile(first.path, torn);

    const second = await Recorder.open(first.path, "one");
    second.append(note(2));
    await second.waitUntilWritten();
    const bytes = await readFile(first.path);
    expect(bytes.includes(torn)).toBe(true);
    const lines = bytes.toString().trimEnd().split("\n");
    expect(lines[2]).toMatch(/ ‹torn›$/);
    expect(JSON.parse(lines[3] ?? "")).toMatchObject({
      r: "note",
      text: expect.stringMatching(/incomplete.*40 bytes.*"dns":1/),
    });
    expect(lines.slice(4).map((line) => JSON.parse(line).r)).toEqual(["resume", "note"]);
    await second.close();

    const third = await Recorder.open(first.path, "one");
    expect((await readAll(third)).lines).toHaveLength(lines.length);
    await third.close();
  });
});
