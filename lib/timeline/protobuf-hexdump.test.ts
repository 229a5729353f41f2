import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createGrpcChunk,
  createGrpcStream,
  encodeGrpcPayload,
  GRPC_WORKING_TASK,
} from "../../fixtures/grpc.ts";
import { toBinaryString } from "../text/utf8.ts";
import { encodeGrpcFrame } from "../wire/grpc-framer.ts";
import { parseGrpcMessage } from "./grpc-frame.ts";
import { BYTES_PER_ROW, createHexdumpRows, formatHexdump } from "./protobuf-hexdump.ts";
import { getFrameText } from "./timeline-queries.ts";

const [exchange] = createGrpcStream(GRPC_WORKING_TASK).timeline.exchanges;

function rowsOf(bytes: Uint8Array) {
  const frame = toBinaryString(bytes);
  const message = exchange ? parseGrpcMessage(exchange, frame) : null;
  return { frame, rows: createHexdumpRows(frame, message) };
}

test("shows a chunk of text field by field, with its bytes", () => {
  const { frame, rows } = rowsOf(encodeGrpcPayload(createGrpcChunk("Grüße, 日本\n")));
  expect(formatHexdump(rows, frame)).toEqual(
    [
      "0x00000  00 00 00 00 24           prefix  not compressed, 36 bytes",
      "0x00005  22 22                    artifactUpdate",
      "0x00007  0a 02 74 31                taskId  t1",
      "0x0000b  12 02 63 31                contextId  c1",
      "0x0000f  1a 18                      artifact",
      "0x00011  0a 02 61 31                  artifactId  a1",
      "0x00015  22 12                        parts[0]",
      "0x00017  0a 10 47 72 c3 bc c3 9f        text  Grüß",
      "0x0001f  65 2c 20 e6 97 a5              e, 日",
      "0x00025  e6 9c ac 0a                    本\\n",
    ].map((line) => line.trimEnd()),
  );
});

test("numbers, booleans and unknown fields show their values", () => {
  const { frame, rows } = rowsOf(encodeGrpcFrame(Uint8Array.from([0x22, 2, 0x20, 1, 0x78, 5])));
  expect(formatHexdump(rows, frame).slice(1)).toEqual([
    "0x00005  22 02                    artifactUpdate",
    "0x00007  20 01                      append  true",
    "0x00009  78 05                    field 15  5",
  ]);
});

test("an incomplete field is shown as not decoded", () => {
  const { frame, rows } = rowsOf(encodeGrpcFrame(Uint8Array.from([0x22, 9, 1, 2])));
  expect(formatHexdump(rows, frame).at(-1)).toBe("0x00005  22 09 01 02              not decoded");
});

test("the middle of a very long field is omitted and marked", () => {
  const { rows } = rowsOf(encodeGrpcPayload(createGrpcChunk("x".repeat(50_000))));
  expect(rows.length).toBeLessThan(700);
  expect(rows.filter(({ kind }) => kind === "left-out")).toMatchObject([
    { says: expect.stringMatching(/^45,\d\d\d bytes not shown$/) },
  ]);
});

test("every byte of any frame is in one row, in order", () => {
  const event = fc.oneof(
    fc
      .string({ unit: "binary", maxLength: 60 })
      .map((text) => encodeGrpcPayload(createGrpcChunk(text))),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => encodeGrpcFrame(bytes)),
    fc.uint8Array({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(event, (bytes) => {
      const { frame, rows } = rowsOf(bytes);
      let at = 0;
      for (const { from, to, lead } of rows) {
        expect(from).toBe(at);
        expect(to > from && lead <= to - from).toBe(true);
        expect(to - from).toBeLessThanOrEqual(Math.max(BYTES_PER_ROW, lead));
        at = to;
      }
      expect(at).toBe(frame.length);
    }),
  );
});

test("the rows of a text field join to the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
      const { timeline } = createGrpcStream(GRPC_WORKING_TASK, createGrpcChunk(text));
      const [exchange] = timeline.exchanges;
      const frame = getFrameText(timeline, 1);
      const rows = createHexdumpRows(frame, exchange ? parseGrpcMessage(exchange, frame) : null);
      const first = rows.findIndex(({ name }) => name === "text");
      const texts = rows.slice(first).map(({ says }) => says);
      expect(texts.join("")).toBe(text);
    }),
  );
});
