// Every violation has a location: in the JSON of the event, and in the bytes of the frame.
import { describe, expect, test } from "vitest";
import {
  createStreamLog,
  createTask,
  foldRecords,
  type ReportLog,
} from "../../fixtures/event-builders.ts";
import { createGrpcChunk, createGrpcStream, GRPC_WORKING_TASK } from "../../fixtures/grpc.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { formatJsonPointer } from "../json/json-pointer.ts";
import type { JsonPath } from "../json/json-source.ts";
import { findFrameMemberRange } from "../timeline/member-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText, parseFrameValue } from "../timeline/timeline-queries.ts";
import { RULES_BY_ID } from "./all-rules.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "./examples/message-factory.ts";
import { getProblemsAt, isCardProblem } from "./problems.ts";
import { findViolationLocations } from "./violation-locations.ts";

/** The locations of a rule in the first event that breaks it, as JSON pointers. */
function shown(timeline: Timeline, rule: string): string[] {
  const finding = getProblemsAt(timeline, timeline.lastEvent).find((one) => one.rule === rule);
  return findViolationLocations(timeline, rule, finding?.events[0] ?? -1).map(
    ({ path, missing }) =>
      formatJsonPointer(path) + (missing === undefined ? "" : ` without ${missing}`),
  );
}

function shownIn(rule: string, version: (typeof EXAMPLE_VERSIONS)[number]): string[] {
  const { records } = RULES_BY_ID.get(rule)?.breaks(createMessageFactory(version)) ?? {
    records: [],
  };
  return shown(foldRecords(records).timeline, rule);
}

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce((at, key) => (at as Record<string | number, unknown>)[key], value);

test.each([
  ["DM-STATE-UNKNOWN", "0.3", "/result/status/state"],
  ["DM-STATE-UNKNOWN", "1.0", "/result/statusUpdate/status/state"],
  ["DM-ROLE", "1.0", "/result/statusUpdate/status/message/role"],
  ["DM-MSG-REQ", "0.2", "/result/status/message without messageId"],
  ["DM-TASK-REQ", "0.1", "/result/status without state"],
  ["DM-PART-ONEOF", "1.1", "/result/artifactUpdate/artifact/parts/0"],
  ["DM-PART-KIND", "0.3", "/result/artifact/parts/0 without kind"],
  ["DM-PART-B64", "1.0", "/result/artifactUpdate/artifact/parts/0/raw"],
  ["DM-PART-B64", "0.3", "/result/artifact/parts/0/file/bytes"],
  ["ART-FLAGS-INSIDE", "0.3", "/result/artifact/append"],
  ["VER-KIND-IN-1", "1.0", "/result/task/kind"],
  ["DM-SNAKE", "0.3", "/result/task_id"],
  ["DM-TIME-BACK", "1.0", "/result/statusUpdate/status/timestamp"],
  ["ENV-ID", "0.3", "/id"],
  ["ENV-WRAPPED-GET", "1.0", "/result/task"],
  ["ENV-NOJSONRPC", "0.3", ""],
  ["STR-CTX-SWITCH", "0.3", "/result/contextId"],
  ["FRM-BADJSON", "0.3", ""],
] as const)("%s in %s shows at %s", (rule, version, pointer) => {
  expect(shownIn(rule, version)[0]).toBe(pointer);
});

test("both locations of a rule that an event breaks twice are shown", () => {
  const parts = [{ kind: "text", text: "a" }, { text: "b" }, "c"];
  const log = createStreamLog(createTask("working", { artifacts: [{ artifactId: "a", parts }] }));
  expect(shown(log.timeline, "DM-PART-KIND")).toEqual([
    "/artifacts/0/parts/1 without kind",
    "/artifacts/0/parts/2",
  ]);
});

test("an event that keeps a rule has no location for it, although another event breaks it", () => {
  const log = createStreamLog(createTask("working"), createTask("thinking"));
  expect(findViolationLocations(log.timeline, "DM-STATE-UNKNOWN", 0)).toEqual([]);
  expect(findViolationLocations(log.timeline, "DM-STATE-UNKNOWN", 1)).toEqual([
    { path: ["status", "state"] },
  ]);
});

test("each event of a batch has its own location", () => {
  const log = createStreamLog([
    { jsonrpc: "2.0", id: 1, result: createTask("working") },
    { jsonrpc: "2.0", id: 1, result: createTask("thinking") },
  ]);
  expect(findViolationLocations(log.timeline, "DM-STATE-UNKNOWN", 1)).toEqual([
    { path: [1, "result", "status", "state"] },
  ]);
});

test("the report has the first and the last location", () => {
  const log = createStreamLog(
    createTask("thinking"),
    createTask("working", { contextId: undefined }),
    createTask("odd"),
  );
  const paths = log.report.findings.map(({ rule, evidence }) => [rule, ...evidence]);
  const of = (event: number, over: object) => ({ event, exchange: "x1", ...over });
  expect(paths).toEqual([
    ["DM-STATE-UNKNOWN", of(0, { path: "/status/state" }), of(2, { path: "/status/state" })],
    ["DM-TASK-REQ", of(1, { path: "", missing: "contextId" })],
  ]);
});

describe("the bytes of a location", () => {
  const bytesOf = ({ timeline }: ReportLog, path: JsonPath, ordinal = 0) => {
    const range = findFrameMemberRange(timeline, ordinal, path);
    return range && getFrameText(timeline, ordinal).slice(range.from, range.to);
  };

  test("are its name and its value, on any number of lines", () => {
    const pretty = JSON.stringify(createTask("thinking"), null, 1).replaceAll("\n", "\ndata: ");
    const log = createStreamLog().addText(`data: ${pretty}\n\n`);
    expect(bytesOf(log, ["status", "state"])).toBe('"state": "thinking"');
    expect(bytesOf(log, ["status"])).toBe('"status": {\ndata:   "state": "thinking"\ndata:  }');
  });

  test("are found behind a separator, and around a missing member", () => {
    const log = createStreamLog().addText(
      `data: \u001e${JSON.stringify(createTask("thinking"))}\n\n`,
    );
    expect(bytesOf(log, ["status", "state"])).toBe('"state":"thinking"');
    expect(bytesOf(log, ["status", "timestamp"])).toBe('"status":{"state":"thinking"}');
  });

  test("are unknown for invalid JSON", () => {
    expect(bytesOf(createStreamLog().addText("data: {oh\n\n"), [])).toBeNull();
  });

  test("are those of the field in gRPC", () => {
    const log = createGrpcStream(GRPC_WORKING_TASK, createGrpcChunk("one", { append: true }));
    const path = ["artifactUpdate", "artifact", "artifactId"];
    expect(bytesOf(log, path, 1)).toBe("\n\u0002a1");
    expect(bytesOf(log, [...path.slice(0, 2), "name"], 1)).toContain("one");
  });
});

const broken = [...RULES_BY_ID.values()].flatMap(({ id, versions, breaks }) =>
  EXAMPLE_VERSIONS.filter((version) => versions?.includes(version) ?? true).map(
    (version) => [`${id} in ${version}`, breaks(createMessageFactory(version)).records] as const,
  ),
);
const recorded = FIXTURE_NAMES.map((name) => [name, readFixture(name).records] as const);

test.each([...broken, ...recorded])("every location exists: %s", (_, records) => {
  const { timeline } = foldRecords(records);
  for (const finding of getProblemsAt(timeline, timeline.lastEvent)) {
    if (isCardProblem(finding)) continue;
    for (const { event, phase } of finding.evidence) {
      if (phase !== undefined) continue;
      const places = findViolationLocations(timeline, finding.rule, event);
      expect(places, finding.rule).not.toEqual([]);
      const value = parseFrameValue(timeline, event);
      for (const { path } of places) {
        if (path.length > 0) expect(valueAt(value, path), finding.rule).not.toBeUndefined();
      }
    }
  }
});
