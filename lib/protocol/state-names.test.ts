import { describe, expect, test } from "vitest";
import { getBitNames } from "./decode.testkit.ts";
import { type DecodeFlags, DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import type { Role, TaskState } from "./model.ts";
import {
  describeForeignState,
  getStateLabel,
  guessState,
  isStateName,
  isStateWord,
  readRole,
  readState,
} from "./state-names.ts";

function noticed<T>(
  read: (flags: DecodeFlags) => T,
): T & { evidence: string[]; decodeIssues: string[] } {
  const flags = { evidence: 0, decodeIssues: 0 };
  const value = read(flags);
  return {
    ...value,
    evidence: getBitNames(flags.evidence, VersionEvidence),
    decodeIssues: getBitNames(flags.decodeIssues, DecodeIssue),
  };
}

const state = (raw: unknown) => noticed((flags) => readState(raw, flags));
const role = (raw: unknown, speaker: Role = "agent") =>
  noticed((flags) => readRole(raw, speaker, flags));

const SPELLINGS: Record<
  TaskState,
  { kebab: string; proto: string; number: number; others: string[] }
> = {
  unknown: {
    kebab: "unknown",
    proto: "TASK_STATE_UNSPECIFIED",
    number: 0,
    others: ["UNSPECIFIED", "unspecified"],
  },
  submitted: {
    kebab: "submitted",
    proto: "TASK_STATE_SUBMITTED",
    number: 1,
    others: ["Submitted", "SUBMITTED"],
  },
  working: {
    kebab: "working",
    proto: "TASK_STATE_WORKING",
    number: 2,
    others: ["WORKING", "Working"],
  },
  completed: {
    kebab: "completed",
    proto: "TASK_STATE_COMPLETED",
    number: 3,
    others: ["COMPLETED", " completed "],
  },
  failed: {
    kebab: "failed",
    proto: "TASK_STATE_FAILED",
    number: 4,
    others: ["FAILED", "task_state_failed"],
  },
  canceled: {
    kebab: "canceled",
    proto: "TASK_STATE_CANCELED",
    number: 5,
    others: ["cancelled", "CANCELLED"],
  },
  "input-required": {
    kebab: "input-required",
    proto: "TASK_STATE_INPUT_REQUIRED",
    number: 6,
    others: ["input_required", "inputRequired", "TaskState.input_required", "INPUT_REQUIRED"],
  },
  rejected: { kebab: "rejected", proto: "TASK_STATE_REJECTED", number: 7, others: ["Rejected"] },
  "auth-required": {
    kebab: "auth-required",
    proto: "TASK_STATE_AUTH_REQUIRED",
    number: 8,
    others: ["auth_required", "authRequired"],
  },
};
const rows = Object.entries(SPELLINGS) as [TaskState, (typeof SPELLINGS)[TaskState]][];

describe("states", () => {
  test.each(rows)("%s as 0.x, as 1.0 and as a number", (name, { kebab, proto, number }) => {
    expect(state(kebab)).toEqual({
      state: name,
      rawState: kebab,
      evidence: ["KebabState"],
      decodeIssues: [],
    });
    expect(state(proto)).toEqual({
      state: name,
      rawState: proto,
      evidence: ["ProtoState"],
      decodeIssues: [],
    });
    expect(state(number)).toEqual({
      state: name,
      rawState: String(number),
      evidence: ["EnumNumber"],
      decodeIssues: ["EnumNumber"],
    });
  });

  test.each(rows.flatMap(([name, { others }]) => others.map((raw) => [raw, name] as const)))(
    "%j is %s in a spelling of no version",
    (raw, name) => {
      expect(state(raw)).toEqual({
        state: name,
        rawState: raw,
        evidence: [],
        decodeIssues: ["StateSpelling"],
      });
      expect(isStateName(raw)).toBe(true);
    },
  );

  test.each<[string, TaskState | null]>([
    ["queued", "submitted"],
    ["pending", "submitted"],
    ["running", "working"],
    ["in-progress", "working"],
    ["IN_PROGRESS", "working"],
    ["TASK_STATE_DONE", "completed"],
    ["success", "completed"],
    ["error", "failed"],
    ["thinking", null],
    ["constructor", null],
  ])("%j is not a state of A2A, and its meaning is a guess", (raw, guess) => {
    const read = state(raw);
    expect(read).toMatchObject({ state: "unknown", rawState: raw, decodeIssues: ["UnknownState"] });
    expect(getStateLabel(read)).toBe(raw);
    expect(guessState(raw)).toBe(guess);
    expect([isStateName(raw), isStateWord(raw)]).toEqual([false, guess !== null]);
    const hint = guess === null ? "" : ` (a guess: ${guess})`;
    expect(describeForeignState(raw)).toBe(`not a state of A2A${hint}`);
  });

  test.each(["unknown", "TASK_STATE_UNSPECIFIED", 0, undefined])("%j is called unknown", (raw) => {
    expect(getStateLabel(state(raw))).toBe("unknown");
  });

  test("a long word is shown by its beginning, and on one line", () => {
    expect(getStateLabel(state(`a\n${"b".repeat(1000)}`))).toBe(`a ${"b".repeat(38)}`);
  });

  test("TASK_STATE_CANCELLED is how 0.3 REST spells it", () => {
    expect(state("TASK_STATE_CANCELLED")).toMatchObject({
      state: "canceled",
      evidence: ["ProtoState", "Rest03"],
      decodeIssues: [],
    });
  });

  test.each<[unknown, string | null]>([
    ["thinking", "thinking"],
    ["", ""],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["x".repeat(1_000), "x".repeat(1_000)],
    [9, "9"],
    [1.5, "1.5"],
    [null, null],
    [{ state: "working" }, null],
  ])("%j is none, and kept as it was", (raw, rawState) => {
    expect(state(raw)).toMatchObject({ state: "unknown", rawState });
    expect(state(raw).decodeIssues).toContain("UnknownState");
    expect(isStateName(raw)).toBe(false);
  });

  test("a missing one is ProtoJSON's default, and regular", () => {
    expect(state(undefined)).toEqual({
      state: "unknown",
      rawState: null,
      evidence: [],
      decodeIssues: [],
    });
  });
});

describe("roles", () => {
  test.each<[unknown, Role, string[], string[]]>([
    ["user", "user", [], []],
    ["agent", "agent", [], []],
    ["ROLE_USER", "user", ["ProtoRole"], []],
    ["ROLE_AGENT", "agent", ["ProtoRole"], []],
    [1, "user", ["EnumNumber"], ["EnumNumber"]],
    [2, "agent", ["EnumNumber"], ["EnumNumber"]],
    ["User", "user", [], ["Role"]],
    ["human", "user", [], ["Role"]],
    ["assistant", "agent", [], ["Role"]],
    ["ROLE_UNSPECIFIED", "agent", [], ["Role"]],
  ])("%j is the %s", (raw, expected, evidence, decodeIssues) => {
    expect(role(raw)).toEqual({ role: expected, rawRole: String(raw), evidence, decodeIssues });
  });

  test.each([undefined, null, {}, []])("%j defaults to the sending side", (raw) => {
    expect(role(raw, "user")).toMatchObject({
      role: "user",
      rawRole: null,
      decodeIssues: ["Role"],
    });
    expect(role(raw, "agent")).toMatchObject({
      role: "agent",
      rawRole: null,
      decodeIssues: ["Role"],
    });
  });
});
