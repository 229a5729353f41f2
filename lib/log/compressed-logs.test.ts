import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  foldRecords,
  formatSseEvent,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture } from "../../fixtures/read-fixture.ts";
import { crc32 } from "../compression/crc32.ts";
import { UnreadableLog } from "./importer.ts";

const STREAM =
  formatSseEvent(createArtifactUpdate("a", "Grüße")) + formatSseEvent(status("completed"));
/** Not packed to next to nothing: what is cut off it leaves something. */
const LONG = STREAM + Array.from({ length: 3000 }, (_, i) => `: ${(i * 7919) % 10_007}\n`).join("");
const NOTES = "nothing of the kind\n";
const textOf = (bytes: Uint8Array) =>
  createLogReport(foldRecords(openFixtureLog(bytes).records)).tasks[0]?.artifacts[0]?.text;
const reasonsOf = (bytes: Uint8Array) => openFixtureLog(bytes).skipped.map(({ reason }) => reason);

interface Packing {
  method?: number;
  flags?: number;
  size?: number;
  crc?: number;
  extra?: Uint8Array;
  packed?: Uint8Array;
}

/** One file as an archive has it, with whatever is to be wrong with it. */
function file(name: string, content: string, over: Packing = {}): Buffer {
  const { method = 8, flags = 0, extra = new Uint8Array(0) } = over;
  const bytes = Buffer.from(content);
  const packed = Buffer.from(over.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes));
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(flags & 8 ? 0 : (over.crc ?? crc32(bytes)), 14);
  header.writeUInt32LE(flags & 8 ? 0 : (over.size ?? packed.length), 18);
  header.writeUInt32LE(flags & 8 ? 0 : bytes.length, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, Buffer.from(name), extra, packed]);
}

/** The data descriptor after a file, with or without signature. */
function behind(content: string, isMarked: boolean): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc32(Buffer.from(content)), 4);
  return isMarked ? descriptor : descriptor.subarray(4);
}

const LIST = Buffer.from([0x50, 0x4b, 1, 2, ...new Array<number>(60).fill(0)]);
const archive = (...parts: Uint8Array[]) => Buffer.concat([...parts, LIST]);

describe("an archive", () => {
  test.each([
    ["formats/packed-run.zip", "zip+loupe", undefined],
    ["formats/packed-several.zip", "zip+sse", "notes.txt, package.json, run.jsonl"],
    ["formats/packed-behind.zip", "zip+har", "notes.txt"],
    ["formats/packed-stored.zip", "zip+gzip+sse", "notes.txt"],
  ])("%s opens as %s, naming the others: %s", (name, kind, others) => {
    const { importer, skipped } = readFixture(name);
    expect(importer).toBe(kind);
    expect(skipped.find(({ reason }) => reason.includes("not opened"))?.text).toBe(others);
  });

  test.each([true, false])("whose sizes follow its files, with signature: %s", (isMarked) => {
    const parts = [NOTES, STREAM, NOTES].flatMap((content, i) => [
      file(`${i}.txt`, content, { flags: 8 }),
      behind(content, isMarked),
    ]);
    expect(textOf(archive(...parts))).toBe("Grüße");
    expect(openFixtureLog(archive(...parts)).skipped).toMatchObject([
      { reason: "2 other files in this archive, not opened", text: "0.txt, 2.txt" },
    ]);
  });

  test("may have folders and system files", () => {
    const parts = [
      file("logs/", "", { method: 0 }),
      file("__MACOSX/._a", "x"),
      file("logs/a.sse", STREAM),
    ];
    expect(openFixtureLog(archive(...parts)).skipped).toEqual([]);
  });

  test.each<[string, Packing, string]>([
    ["encrypted", { flags: 1 }, "a.sse (encrypted)"],
    ["of zip64", { size: 0xffffffff }, "zip64"],
    ["with a zip64 field", { extra: Uint8Array.of(1, 0, 0, 0) }, "zip64"],
    ["packed some other way", { method: 12 }, "method 12"],
    ["stored without its length", { method: 0, flags: 8 }, "without its length"],
  ])("with only a file that is %s is rejected with the reason", (_, over, why) => {
    expect(() => openFixtureLog(archive(file("a.sse", STREAM, over)))).toThrow(UnreadableLog);
    expect(() => openFixtureLog(archive(file("a.sse", STREAM, over)))).toThrow(why);
    if (over.method !== 0 && over.size === undefined && !over.extra) {
      const two = archive(file("a.sse", STREAM, over), file("b.sse", STREAM));
      expect(textOf(two)).toBe("Grüße");
      expect(openFixtureLog(two).skipped[0]?.text).toContain(why);
    }
  });

  test("without A2A names its files", () => {
    const parts = [file("notes.txt", NOTES), file("package.json", '{"name":"x"}')];
    expect(() => openFixtureLog(archive(...parts))).toThrow("notes.txt, package.json");
    expect(() =>
      openFixtureLog(
        Buffer.from([0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ),
    ).toThrow("it has no files");
  });

  test("that is damaged yields what it contains", () => {
    const wrong = archive(file("a.sse", STREAM, { crc: 1 }));
    expect(textOf(wrong)).toBe("Grüße");
    expect(reasonsOf(wrong)).toEqual(["a.sse is damaged: its checksum does not match"]);
    const broken = archive(
      file("a.sse", "", { packed: Uint8Array.of(7, 7, 7, 7) }),
      file("b.sse", STREAM),
    );
    expect(textOf(broken)).toBe("Grüße");
    expect(reasonsOf(broken)[0]).toContain("a.sse is damaged: ");
    const cut = archive(file("a.sse", LONG)).subarray(0, 2000);
    expect(reasonsOf(cut)).toContain("the archive is cut off inside a.sse");
    expect(textOf(cut)).toBe("Grüße");
  });
});

describe("gzip", () => {
  test("that is damaged yields what it contains", () => {
    const bytes = gzipSync(LONG);
    const cut = bytes.subarray(0, 2000);
    expect(textOf(cut)).toBe("Grüße");
    expect(reasonsOf(cut)).toEqual(["the gzip is cut off"]);
    const wrong = Buffer.from(bytes);
    wrong[wrong.length - 5] = (wrong.at(-5) ?? 0) ^ 1;
    expect(reasonsOf(wrong)[0]).toContain("checksum does not match");
    const broken = Buffer.concat([bytes.subarray(0, 2000), Buffer.alloc(400, 0xff)]);
    expect(reasonsOf(broken)[0]).toContain("the gzip is ");
    expect(() => openFixtureLog(bytes.subarray(0, 12))).toThrow("the gzip is cut off");
  });

  test("of nothing, of no log, or nested too deeply is rejected", () => {
    expect(() => openFixtureLog(gzipSync(""))).toThrow("empty");
    expect(() => openFixtureLog(gzipSync(NOTES))).toThrow("no A2A");
    const deep = Array.from({ length: 5 }).reduce<Buffer>(
      (inner) => gzipSync(inner),
      Buffer.from(STREAM),
    );
    expect(() => openFixtureLog(deep)).toThrow("Too many nested");
    expect(textOf(gzipSync(gzipSync(STREAM)))).toBe("Grüße");
  });
});

describe("another encoding", () => {
  const latin = Buffer.from(STREAM, "latin1");

  test("Latin-1 keeps its bytes, shown as replacement characters", () => {
    expect(textOf(latin)).toBe("Gr\uFFFD\uFFFDe");
    const { records } = openFixtureLog(latin);
    const bytes = records.flatMap((record) =>
      record.r === "data" ? [Buffer.from(record.b64 ?? "", "base64")] : [],
    );
    expect(Buffer.concat(bytes).equals(latin)).toBe(true);
  });

  test("Latin-1 among lines of a log is reported once, with its offset", () => {
    const log = Buffer.from(`Zürich\n2026-11-20T16:41:26Z ${STREAM.slice(6)}`, "latin1");
    const told = openFixtureLog(log).skipped.filter(({ reason }) => reason.startsWith("not UTF-8"));
    expect(told).toMatchObject([{ at: 1 }]);
    expect(told[0]?.text.startsWith("Z\uFFFDrich")).toBe(true);
  });
});
