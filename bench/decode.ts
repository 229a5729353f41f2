/** Decoding alone: parsed payloads of each shape to events. */

import { decodeValue } from "../lib/protocol/decode.ts";
import { printResult, race, round } from "./measure.ts";
import { createTokenPayload } from "./stream.ts";

const COUNT = 100_000;
const CONTEXT = { requestId: 1, operation: "stream", httpStatus: 200, rest03: false } as const;

const part03 = { kind: "text", text: "token " };
const ids = { taskId: "t", contextId: "c" };
const artifact = { artifactId: "a", parts: [part03] };
const shapes = {
  "1.0": createTokenPayload(5, COUNT, false),
  "0.3": { kind: "artifact-update", ...ids, append: true, lastChunk: false, artifact },
  "0.1": { id: "t", artifact: { index: 0, append: true, parts: [{ type: "text", text: "x " }] } },
  blog: { type: "taskStatusUpdate", taskId: "t", status: { state: "input_required" } },
  unknown: { a: { b: 1 }, c: [1, 2, 3] },
};

let events = 0;
const contestants = Object.fromEntries(
  Object.entries(shapes).map(([name, result]) => {
    const value = { jsonrpc: "2.0", id: 1, result };
    return [
      name,
      () => {
        for (let i = 0; i < COUNT; i++) events += decodeValue(value, CONTEXT, 0).length;
      },
    ];
  }),
);
const times = race(contestants, 15);
if (events === 0) throw new Error("nothing was decoded");

printResult({
  bench: "decode",
  cpuNanosecondsPerEvent: Object.fromEntries(
    Object.entries(times).map(([name, time]) => [name, round((time.cpu / COUNT) * 1e6)]),
  ),
});
