// Full disks, read-only folders, deleted files, other writers and clock changes: recorded data stays,
// and errors have readable messages.
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NoteRecord } from "../../wire/record.ts";
import { formatError, handleErrors, toReadableError } from "../http/api-error.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { importLog } from "./import-log.ts";
import { Recorder } from "./recorder.ts";

let data = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-trouble-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await chmod(data, 0o700);
  await rm(data, { recursive: true });
});

/** The recording as another process opens it. */
const opened = (folder = data) => new Library(readSettings({ LOUPE_DATA: folder }));
const note = (t: number, text = `${t}`): NoteRecord => ({ r: "note", t, text });

async function recorded(library: Library, ...notes: readonly NoteRecord[]): Promise<Recorder> {
  const recorder = await library.recordings.create("made");
  for (const one of notes) recorder.append(one);
  await recorder.waitUntilWritten();
  return recorder;
}

/** The lines that a reader gets until it is up to date. */
async function read(recorder: Recorder): Promise<string[]> {
  const lines: string[] = [];
  for await (const { bytes } of recorder.tail(0)) {
    if (bytes.length === 0) break;
    lines.push(...bytes.toString().trimEnd().split("\n"));
  }
  return lines;
}

const texts = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).flatMap(({ text }) => text ?? []);

describe("another process", () => {
  test("deletes a recording in progress: it ends with the reason and is not recreated", async () => {
    const library = opened();
    const [recorder, other] = [await recorded(library, note(1)), await recorded(library, note(1))];
    await rm(recorder.path);
    recorder.append(note(2));
    await recorder.waitUntilWritten();
    expect(recorder.failure?.message).toMatch(/was deleted or replaced outside this Loupe/);
    expect(recorder.failureSignal.aborted).toBe(true);
    expect(await readdir(library.recordings.folder)).toEqual([`${other.id}.jsonl`]);
    expect((await library.recordings.catalog.list()).map(({ id }) => id)).toEqual([other.id]);
    await expect(library.recordings.getRecorder(recorder.id)).rejects.toMatchObject({
      code: "unknown-recording",
    });
  });

  test("deletes an idle recording: continuing it creates no new file", async () => {
    const { path, id } = await recorded(opened());
    const recorder = await Recorder.open(path, id);
    await rm(path);
    recorder.append(note(2));
    await recorder.waitUntilWritten();
    expect(recorder.failure?.message).toMatch(/is missing: it was deleted or moved/);
    await expect(read(recorder)).rejects.toSatisfy((e) => /is missing/.test(formatError(e)));
    expect(await readdir(join(data, "recordings"))).toEqual([]);
  });

  test("replaces the file: nothing is written to the new one", async () => {
    const recorder = await recorded(opened(), note(1));
    const edited = `${recorder.path}.edited`;
    await writeFile(edited, await readFile(recorder.path));
    await rename(edited, recorder.path);
    const before = await readFile(recorder.path, "utf8");
    recorder.append(note(2));
    await recorder.waitUntilWritten();
    expect(recorder.failure?.message).toMatch(/replaced/);
    expect(await readFile(recorder.path, "utf8")).toBe(before);
  });

  test("truncates it: that is reported, and the recording can be continued", async () => {
    const library = opened();
    const recorder = await recorded(library, note(1), note(2));
    const [header = "", ...rest] = await read(recorder);
    await truncate(recorder.path, header.length + 1 + (rest[0]?.length ?? 0) + 1);
    recorder.append(note(3));
    await recorder.waitUntilWritten();
    expect(recorder.failure?.message).toMatch(/truncated outside this Loupe/);
    const again = await library.recordings.getRecorder(recorder.id);
    again.append(note(4));
    await again.waitUntilWritten();
    expect(texts(await read(again))).toEqual(["1", "3", "4"]);
  });

  test("writes to it too: no line of either is lost, torn or read at a wrong offset", async () => {
    const recorder = await recorded(opened());
    const other = await opened().recordings.getRecorder(recorder.id);
    const big = "x".repeat(700_000);
    for (let i = 0; i < 60; i += 1) {
      recorder.append(note(i, `a${i} ${i % 10 === 0 ? big : ""}`));
      other.append(note(i, `b${i} ${i % 7 === 0 ? big : ""}`));
      if (i % 3 === 0) await recorder.waitUntilWritten();
      if (i % 4 === 0) await other.waitUntilWritten();
    }
    await Promise.all([recorder.waitUntilWritten(), other.waitUntilWritten()]);
    // Each sees the other's last lines with its own next write.
    for (const one of [recorder, other]) one.append(note(99, "last"));
    await Promise.all([recorder.waitUntilWritten(), other.waitUntilWritten()]);
    for (const one of [recorder, other]) {
      one.append(note(100, "end"));
      await one.waitUntilWritten();
    }
    const expected = Array.from({ length: 60 }, (_, i) => [`a${i}`, `b${i}`]).flat();
    const lines = (await readFile(recorder.path, "utf8")).trimEnd().split("\n");
    const found = texts(lines).map((text: string) => text.split(" ")[0] ?? "");
    expect(found.filter((text) => /^[ab]/.test(text)).sort()).toEqual(expected.sort());
    expect(await read(other)).toEqual(lines);
    for (const side of ["a", "b"]) {
      const order = found.filter((text) => text.startsWith(side));
      expect(order).toEqual(Array.from({ length: 60 }, (_, i) => `${side}${i}`));
    }
  });

  test("is in the middle of a line: the line does not count as torn", async () => {
    const recorder = await recorded(opened());
    const line = `${JSON.stringify(note(1, "whole"))}\n`;
    await appendFile(recorder.path, line.slice(0, 20));
    const opening = opened().recordings.getRecorder(recorder.id);
    await appendFile(recorder.path, line.slice(20));
    expect(texts(await read(await opening))).toEqual(["whole"]);
    expect(await readFile(recorder.path, "utf8")).not.toContain("torn");
  });
});

describe("a full disk", () => {
  test("ends the recording with a readable message and affects nothing else", async () => {
    const library = opened();
    const kept = await recorded(library, note(1));
    const path = join(library.recordings.folder, "20260101-000000-onfull.jsonl");
    await symlink("/dev/full", path);
    const full = await Recorder.open(path, "on-full");
    full.append(note(1));
    await full.waitUntilWritten();
    expect(full.failureSignal.aborted).toBe(true);
    expect(formatError(full.failure)).toMatch(
      /is full\. Free up space there; nothing .* is lost\.$/,
    );
    kept.append(note(2));
    await kept.waitUntilWritten();
    expect(texts(await read(kept))).toEqual(["1", "2"]);
  });

  test.each([
    ["ENOSPC", 507, "disk-full", /is full/],
    ["EDQUOT", 507, "disk-full", /quota/],
    ["EACCES", 500, "failed", /no permission to write/],
    ["EROFS", 500, "failed", /read-only/],
    ["EMFILE", 500, "failed", /Too many files/],
  ])("and other errors (%s) have readable messages", async (code, status, word, message) => {
    const refusal = Object.assign(new Error(`${code}: x, write`), { code, syscall: "write" });
    const answer = await handleErrors(() => Promise.reject(refusal))(new Request("http://x/"));
    expect(answer.status).toBe(status);
    const { error } = await answer.json();
    expect(error).toMatchObject({ code: word, message: expect.stringMatching(message) });
    expect(error.hint).toEqual(expect.any(String));
  });

  test("a folder that a read-only disk lacks is called so, not deleted", () => {
    const code = "ENOENT";
    const refusal = Object.assign(new Error(`${code}: x, mkdir`), { code, syscall: "mkdir" });
    expect(formatError(refusal)).toMatch(/can't be created: its disk is read-only.*LOUPE_DATA/);
  });

  test("an error without a system call is unchanged", () => {
    const other = Object.assign(new Error("x"), { code: "EACCES" });
    expect(toReadableError(other)).toBe(other);
    expect(formatError("text")).toBe("text");
  });
});

/** Root may write anywhere, so the test runs as another user. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    await run();
  } finally {
    process.seteuid?.(0);
  }
}

describe("a read-only folder", () => {
  test.skipIf(process.platform === "win32")(
    "can be read; all else is refused with a readable message",
    async () => {
      const library = opened();
      const { id, path } = await recorded(library, note(1), note(2));
      const torn = '{"r":"note","t":3,"te';
      await appendFile(path, torn);
      const before = await readFile(path, "utf8");
      await chmod(path, 0o400);
      await chmod(library.recordings.folder, 0o500);
      if (process.getuid?.() === 0) {
        for (const one of [path, library.recordings.folder, data]) await chown(one, 65534, 65534);
      }
      await asNobody(async () => {
        const locked = opened();
        expect(await locked.recordings.catalog.list()).toMatchObject([{ id, name: "made" }]);
        // Its last line is torn and cannot be closed.
        const recorder = await locked.recordings.getRecorder(id);
        expect(texts(await read(recorder))).toEqual(["1", "2"]);
        recorder.append(note(4));
        await recorder.waitUntilWritten();
        const log = '{"r":"loupe","version":1,"id":"x","at":null,"by":"test"}\n';
        const pieces = async function* () {
          yield Buffer.from(log);
        };
        const refusals = [
          locked.recordings.create(),
          locked.recordings.updateMetadata(id, [
            { a: "name", at: "2026-01-01T00:00:00Z", name: "x" },
          ]),
          locked.recordings.duplicate(id, "x"),
          locked.recordings.remove(id),
          importLog(locked.recordings.folder, pieces(), `${log.length}`),
        ].map((one) => one.then(() => "done", formatError));
        for (const refusal of [formatError(recorder.failure), ...(await Promise.all(refusals))]) {
          expect(refusal).toMatch(
            /^Loupe has no permission to write to the data folder.*LOUPE_DATA to another folder\.$/,
          );
        }
      });
      expect(await readdir(library.recordings.folder)).toEqual([`${id}.jsonl`]);
      expect(await readFile(path, "utf8")).toBe(before);
    },
  );

  test.skipIf(process.platform === "win32")(
    "in which the data folder does not exist yet: nothing is listed, and nothing fails",
    async () => {
      await mkdir(data, { recursive: true });
      await chmod(data, 0o555);
      await asNobody(async () => {
        const library = opened(join(data, "new"));
        expect(await library.recordings.catalog.list()).toEqual([]);
        expect(await library.recordings.catalog.getState()).toMatchObject({
          recordings: [],
          total: 0,
        });
        await expect(library.recordings.create()).rejects.toThrow();
      });
    },
  );

  test("that is a file is reported", async () => {
    await mkdir(data, { recursive: true });
    await writeFile(join(data, "file"), "");
    const library = opened(join(data, "file"));
    await expect(library.recordings.create().catch((e) => formatError(e))).resolves.toMatch(
      /is a file, not a folder/,
    );
  });
});

describe("a clock change", () => {
  test("back: times continue, and no recording is overwritten", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T10:00:00Z") });
    const library = opened();
    const first = await recorded(library, note(60_000));
    vi.setSystemTime(Date.parse("2026-11-19T10:00:00Z"));
    const again = await opened().recordings.getRecorder(first.id);
    expect(again.now()).toBeGreaterThanOrEqual(60_000);
    again.append(note(again.now(), "later"));
    await again.waitUntilWritten();
    const times = (await read(again)).flatMap((line) => JSON.parse(line).t ?? []);
    expect(times).toEqual([...times].sort((a, b) => a - b));

    const second = await recorded(library, note(1));
    expect(second.id < first.id).toBe(true);
    // Sorted by file modification time, which comes from another clock.
    const listed = (await library.recordings.catalog.list()).map(({ id }) => id);
    expect(listed.sort()).toEqual([second.id, first.id]);
  });

  test("forward: the gap is visible, with the time of day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T10:00:00Z") });
    const first = await recorded(opened(), note(1));
    vi.setSystemTime(Date.parse("2026-11-21T10:00:00Z"));
    const again = await opened().recordings.getRecorder(first.id);
    again.append(note(again.now(), "later"));
    await again.waitUntilWritten();
    const [, , resume] = (await read(again)).map((line) => JSON.parse(line));
    expect(resume).toMatchObject({ r: "resume", at: "2026-11-21T10:00:00.000Z" });
    expect(resume.t).toBeGreaterThanOrEqual(86_400_000);
  });
});
