import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords as anyRecords, arbitraryBody } from "../../fixtures/arbitrary.ts";
import {
  createArtifactUpdate,
  createLogReport,
  createStreamLog,
  foldRecords,
  ReportLog,
} from "../../fixtures/event-builders.ts";
import { createGrpcChunk, createGrpcStream as overGrpc } from "../../fixtures/grpc.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { decodeBase64, decodeStrict } from "../text/utf8.ts";
import type { DataRecord, WireRecord } from "../wire/record.ts";
import { splitAt } from "../wire/wire.testkit.ts";
import { isProtocolWord } from "./protocol-words.ts";
import { findSecretsInRun, redactRun } from "./redact-run.ts";
import { toSecrets } from "./secret-finding.ts";

const everywhere = (...texts: string[]) => texts.map((text) => ({ text, everywhere: true }));

/** Finds differences other than replaced characters of the secrets. */
function* differences(
  before: unknown,
  after: unknown,
  secrets: string,
  path = "",
): Generator<string> {
  if (typeof before === "string" && typeof after === "string") {
    const isSame =
      before.length === after.length &&
      before.split("").every((char, i) => char === after[i] || secrets.includes(char));
    if (!isSame) yield `${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  } else if (isObjectOrArray(before) && isObjectOrArray(after)) {
    const left = Object.entries(before);
    const right = Object.entries(after);
    if (left.length !== right.length) yield `${path}: ${left.length} became ${right.length}`;
    for (const [i, [name, value]] of left.entries()) {
      yield* differences(name, right[i]?.[0], secrets, path);
      yield* differences(value, right[i]?.[1], secrets, `${path}.${name}`);
    }
  } else if (before !== after) yield `${path}: ${before} became ${after}`;
}

const isObjectOrArray = (value: unknown): value is object =>
  typeof value === "object" && value !== null;

/** Expects the same lengths, times and socket reads. */
function expectSameReads(before: readonly WireRecord[], after: readonly WireRecord[]): void {
  const getShape = (record: WireRecord) =>
    record.r === "data"
      ? {
          ...record,
          text: record.text?.length,
          b64: record.b64?.length,
          bytes: getBytes(record).length,
        }
      : { r: record.r, length: JSON.stringify(record).length };
  expect(after.map(getShape)).toEqual(before.map(getShape));
}

function expectSameReport(records: readonly WireRecord[], secrets: readonly string[]): void {
  const after = redactRun(records, everywhere(...secrets)).records;
  expectSameReads(records, after);
  const letters = secrets.join("");
  expect([
    ...differences(
      createLogReport(foldRecords(records)),
      createLogReport(foldRecords(after)),
      letters,
    ),
  ]).toEqual([]);
}

/** Words in the texts of a log that no framework or rule reacts to, longest first. */
function getPlainWords(records: readonly WireRecord[]): string[] {
  const texts: string[] = [];
  const others: string[] = [];
  JSON.stringify(createLogReport(foldRecords(records)), (name, value: unknown) => {
    if (typeof value === "string") (name === "text" ? texts : others).push(value);
    return value;
  });
  const words = texts.flatMap((text) => text.match(/(?<=[a-z,] )[a-zà-ž]{6,}(?=[ .,!?])/g) ?? []);
  const isPlain = (word: string) =>
    !isProtocolWord(word) &&
    !others.some((other) => other.includes(word)) &&
    !MARKERS.includes(word);
  return [...new Set(words)].filter(isPlain).sort((a, b) => b.length - a.length);
}

/** Words that detect a framework, and the seam of two texts of which one repeats the other. */
const MARKERS = ["requires", "wordsexactly"];

/** None spans the seam of two chunks: replacing it would make equal texts differ. */
const TEXTS = ["text that is long", "Grüße, ", "enough to count", "that is long enough"];

/** The same bytes in reads that end at other positions, also inside characters. */
function cutElsewhere(records: readonly WireRecord[], positions: readonly number[]): WireRecord[] {
  return records.flatMap((record): WireRecord[] =>
    record.r === "data"
      ? splitAt(getBytes(record), positions).map((part) => read(record, part))
      : [record],
  );
}

function read({ x, t }: DataRecord, bytes: Uint8Array): DataRecord {
  const text = decodeStrict(bytes);
  const content = text === null ? { b64: Buffer.from(bytes).toString("base64") } : { text };
  return { r: "data", x, t, ...content, n: bytes.length };
}

describe("a redacted run", () => {
  test.each(FIXTURE_NAMES)("%s: has the same report except for the replacements", (name) => {
    const { records } = readFixture(name);
    const findings = findSecretsInRun(records);
    expectSameReport(records, [
      ...toSecrets(findings).map(({ text }) => text),
      ...getPlainWords(records).slice(0, 3),
    ]);
  });

  test("has the same report for any responses and any reads", () => {
    const positions = fc.array(fc.nat({ max: 1000 }), { maxLength: 6 });
    const texts = fc.subarray(TEXTS, { minLength: 1 });
    fc.assert(
      fc.property(anyRecords, positions, texts, (records, cuts, secrets) => {
        expectSameReport(cutElsewhere(records, cuts), secrets);
      }),
      { numRuns: 150 },
    );
  });

  test("has the same bytes for any reads of the socket", () => {
    const positions = fc.array(fc.nat({ max: 1000 }), { maxLength: 8 });
    fc.assert(
      fc.property(arbitraryBody, positions, (frames, cuts) => {
        const log = new ReportLog().addOpen().addHead().addText(frames.join(""));
        const whole = redactRun(log.records, everywhere(...TEXTS)).records;
        const cut = redactRun(cutElsewhere(log.records, cuts), everywhere(...TEXTS)).records;
        expect(Buffer.concat(cut.filter(isData).map(getBytes))).toEqual(
          Buffer.concat(whole.filter(isData).map(getBytes)),
        );
      }),
      { numRuns: 100 },
    );
  });

  test("over gRPC keeps its lengths and events", () => {
    const log = overGrpc(
      createGrpcChunk("the Grü"),
      createGrpcChunk("ße, 🌍 a ", { append: true }),
      createGrpcChunk("text!", { append: true }),
    );
    const { records } = redactRun(log.records, everywhere("Grüße, ", "🌍 a text"));
    expectSameReads(log.records, records);
    expect(foldRecords(records).timeline.lastEvent).toBe(2);
    expect(JSON.stringify(createLogReport(foldRecords(records)))).not.toMatch(/Gr|ße|text!/);
  });

  test("keeps growing texts in which each message repeats the previous one", () => {
    const secret = "Zugang-4f9b2c-Öffner";
    const grown = Array.from(secret, (_, at) => `It is ${secret.slice(0, at + 1)}`);
    const log = createStreamLog(
      ...grown.map((text) => createArtifactUpdate("a1", text)),
      createArtifactUpdate("a1", `${grown.at(-1)}!`),
    );
    const { records } = redactRun(log.records, everywhere(secret));
    const texts = records
      .filter(isData)
      .map(({ text = "" }) => JSON.parse(text.slice(6)).artifact.parts[0].text as string);
    for (const [i, text] of texts.entries())
      expect(texts[i + 1]?.startsWith(text) ?? true).toBe(true);
    expect(texts.at(-2)).toMatch(/^It is x1redact/);
    expect(texts[1]).toBe("It is x1");
    expectSameReport(log.records, [secret]);
  });

  test("has no secrets between frames, in numbers or outside JSON", () => {
    const log = new ReportLog()
      .addOpen()
      .addHead()
      .addText(': 4711-0815\n\ndata: {"n":47110815}\n\nid: 4711-0815\n\n');
    log.addText("<p>4711-0815</p>").addEnd("reset", "x1", "4711-0815 is away");
    const { records } = redactRun(log.records, everywhere("4711-0815", "47110815"));
    expect(JSON.stringify(records)).not.toMatch(/4711/);
    expectSameReport(log.records, ["4711-0815", "47110815"]);
  });

  test.each([
    ["dXNlcjpzZWNyZXQzcw==", "dXNlcjpzZWNyZXQzcw\\u003D\\u003d"],
    ["pässwörd", "p\\u00e4ssw\\u00F6rd"],
    ["pässwörd", "p%c3%a4ssw%C3%B6rd"],
    ["a-key/b/c", "a-key\\/b%2fc"],
  ])("has no %j encoded as %s, in frames or between them", (secret, spelled) => {
    const log = new ReportLog().addOpen().addHead();
    log
      .addText(`: ${spelled}\n\ndata: {"n":"${spelled}"}\n\n`)
      .addEnd("reset", "x1", `at ${spelled}`);
    const { records } = redactRun(log.records, everywhere(secret));
    expectSameReads(log.records, records);
    expect(JSON.stringify(records)).not.toContain(JSON.stringify(spelled).slice(1, -1));
    expect(JSON.stringify(records)).not.toMatch(/lcjpz|ssw|-key/);
  });

  test("without a secret has the same record objects", () => {
    const { records } = readFixture("shapes/caipe.sse");
    const after = redactRun(records, everywhere("does not occur in it")).records;
    expect(after.every((record, i) => record === records[i])).toBe(true);
  });
});

function getBytes({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined ? new TextEncoder().encode(text) : decodeBase64(b64);
}

const isData = (record: WireRecord): record is DataRecord => record.r === "data";

test("what a caller received of an edit is redacted in all its members", () => {
  const secret = "tok-123456";
  const echo = `got ${secret}`;
  const edit: WireRecord = {
    ...{ r: "edit", x: "x", t: 0, event: 1, do: "fail", by: "user", status: 500 },
    ...{ members: JSON.stringify({ message: echo }), text: echo, note: echo },
    headers: [["x-echo", echo]],
    trailers: [["grpc-message", echo]],
  };
  const { records } = redactRun([edit], everywhere(secret));
  expect(JSON.stringify(records)).not.toContain(secret);
  expect(records).toMatchObject([{ r: "edit", event: 1, do: "fail", status: 500 }]);
});
