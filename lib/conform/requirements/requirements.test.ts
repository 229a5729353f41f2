import { describe, expect, test } from "vitest";
import { RULES_BY_ID } from "../../lint/all-rules.ts";
import { CHECKS_BY_ID } from "../profiles.ts";
import {
  chooseText,
  getRequirementsOfCheck,
  getRequirementsOfRule,
  REQUIREMENT_SETS,
} from "./all-requirements.ts";
import { DISPUTES, getDispute } from "./disputes.ts";
import {
  applyTextChanges,
  type Requirement,
  type RequirementLevel,
  SPEC_TEXTS,
  type SpecText,
} from "./requirement.ts";

const CHECKS: ReadonlySet<string> = new Set(CHECKS_BY_ID.keys());

/** How many subsections each section of a chapter has: chapter 3 of 1.0.0 ends with §3.7. */
type Outline = Readonly<Record<number, readonly number[]>>;

const OUTLINE_0_2_5: Outline = {
  3: [0, 0, 0],
  4: [0, 0, 0, 0, 0, 0],
  5: [0, 0, 0, 0, 4, 0],
  6: [0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 2, 0],
  7: [1, 3, 1, 1, 0, 1, 1, 1, 0, 2],
  8: [0, 0],
  10: [0, 0],
};

const OUTLINE_0_3_0: Outline = {
  3: [0, 4, 3, 3, 6],
  4: [0, 0, 0, 0, 0, 0],
  5: [0, 0, 0, 0, 6, 4, 0],
  6: [0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 2, 0],
  7: [1, 3, 1, 1, 0, 1, 1, 1, 0, 0],
  8: [0, 0],
  10: [0, 0],
  11: [5, 3, 0],
};

const OUTLINE_1_0_0: Outline = {
  3: [11, 6, 4, 3, 3, 3, 0],
  4: [7, 2, 3, 7, 10, 3],
  5: [0, 0, 0, 0, 0, 1, 0],
  7: [0, 0, 0, 0, 0, 3],
  8: [0, 0, 2, 3, 0, 2],
  9: [0, 0, 0, 8, 0],
  10: [0, 0, 0, 11, 1, 0, 0],
  11: [0, 0, 4, 0, 0, 0, 0],
  13: [0, 0, 0, 0],
  14: [1, 2, 0],
};

const OUTLINE_1_0_1: Outline = { ...OUTLINE_1_0_0, 5: [0, 0, 0, 0, 0, 1, 0, 0] };

const OUTLINES: Readonly<Record<SpecText, Outline>> = {
  "0.2.5": OUTLINE_0_2_5,
  "0.2.6": { ...OUTLINE_0_2_5, 5: [0, 0, 0, 0, 5, 0] },
  "0.3.0": OUTLINE_0_3_0,
  "1.0.0": OUTLINE_1_0_0,
  "1.0.1": OUTLINE_1_0_1,
  "1.1-draft": { ...OUTLINE_1_0_1, 3: [11, 7, 4, 3, 3, 3, 0] },
};

function getClauses(text: SpecText): ReadonlySet<string> {
  const clauses = Object.entries(OUTLINES[text]).flatMap(([chapter, sections]) => [
    `§${chapter}`,
    ...sections.flatMap((count, index) => {
      const section = `§${chapter}.${index + 1}`;
      return [section, ...Array.from({ length: count }, (_, sub) => `${section}.${sub + 1}`)];
    }),
  ]);
  return new Set(text.startsWith("0.") ? [...clauses, "§5.5.2.1"] : clauses);
}

const getChecks = (requirement: Requirement) => ("checks" in requirement ? requirement.checks : []);

const getIds = (text: SpecText) => REQUIREMENT_SETS[text].requirements.map(({ id }) => id);

describe.each(SPEC_TEXTS)("the requirements of %s", (text) => {
  const { requirements } = REQUIREMENT_SETS[text];

  test("have ids of their own", () => {
    const ids = getIds(text);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(id))).toEqual([]);
  });

  test("cite clauses of that text", () => {
    const clauses = getClauses(text);
    expect(requirements.filter(({ clause }) => !clauses.has(clause))).toEqual([]);
  });

  test("say in one sentence what an agent does", () => {
    const isSentence = ({ text: sentence }: Requirement) =>
      /^[A-Z][^.]*(\.\w[^.]*)*\.$/.test(sentence) && sentence.length <= 110;
    expect(requirements.filter((requirement) => !isSentence(requirement))).toEqual([]);
  });

  test("are measured by known checks, or say why not", () => {
    const isComplete = (requirement: Requirement) =>
      "checks" in requirement
        ? requirement.checks.length > 0 && requirement.checks.every((id) => CHECKS.has(id))
        : /^[A-Z].{15,}\.$/.test(requirement.untestable);
    expect(requirements.filter((requirement) => !isComplete(requirement))).toEqual([]);
  });

  test("name the rules that show a violation, where only rules can", () => {
    const needsRules = (requirement: Requirement) =>
      "checks" in requirement &&
      requirement.checks.every((id) => id === "CARD-RULES" || id === "WIRE-RULES");
    expect(requirements.filter((it) => needsRules(it) && !it.rules?.length)).toEqual([]);
  });

  test("name rules of their version", () => {
    const version = text.slice(0, 3);
    const isRule = (id: string) => {
      const rule = RULES_BY_ID.get(id);
      return rule !== undefined && (rule.versions ?? [version]).some((one) => one === version);
    };
    const wrong = requirements.flatMap(({ id, rules = [] }) =>
      rules.filter((rule) => !isRule(rule)).map((rule) => `${id}: ${rule}`),
    );
    expect(wrong).toEqual([]);
  });

  test("refer to entries of the ledger", () => {
    const missing = requirements.filter(({ dispute }) => dispute && getDispute(dispute) === null);
    expect(missing).toEqual([]);
  });

  test("cannot be changed", () => {
    const set = REQUIREMENT_SETS[text];
    expect(Object.isFrozen(set) && Object.isFrozen(set.requirements)).toBe(true);
    expect(set.text).toBe(text);
  });
});

test("every check of the profile measures a requirement", () => {
  const measured = new Set(
    SPEC_TEXTS.flatMap((text) => REQUIREMENT_SETS[text].requirements.flatMap(getChecks)),
  );
  expect([...CHECKS].filter((id) => !measured.has(id))).toEqual([]);
});

/** A change of a level is a change of grades: it has to be made here too. */
test.each([
  ["0.2.5", { MUST: 30, SHOULD: 38, MAY: 4 }],
  ["0.2.6", { MUST: 32, SHOULD: 38, MAY: 4 }],
  ["0.3.0", { MUST: 52, SHOULD: 46, MAY: 6 }],
  ["1.0.0", { MUST: 126, SHOULD: 58, MAY: 4 }],
  ["1.0.1", { MUST: 127, SHOULD: 59, MAY: 4 }],
  ["1.1-draft", { MUST: 132, SHOULD: 60, MAY: 4 }],
] as const)("the levels of %s stay as they are", (text, expected) => {
  const counts: Record<RequirementLevel, number> = { MUST: 0, SHOULD: 0, MAY: 0 };
  for (const { level } of REQUIREMENT_SETS[text].requirements) counts[level]++;
  expect(counts).toEqual(expected);
});

test("0.2 says nothing about other transports, nor about what 0.3 added", () => {
  for (const text of ["0.2.5", "0.2.6"] as const) {
    const { requirements } = REQUIREMENT_SETS[text];
    const isMeasured = (requirement: Requirement) => getChecks(requirement).length > 0;
    expect(
      requirements.filter((it) => isMeasured(it) && it.bindings?.join() !== "jsonrpc"),
    ).toEqual([]);
    for (const id of ["LIST", "CARD-PREFERRED-TRANSPORT", "SIGNATURE-HEADER", "EQUAL-RESULTS"])
      expect(getIds(text)).not.toContain(id);
  }
});

describe("a text that is given by its changes", () => {
  /** What a text changes in the one before, and what it adds. */
  const compare = (before: SpecText, after: SpecText) => {
    const known = new Map(REQUIREMENT_SETS[before].requirements.map((it) => [it.id, it]));
    const { requirements } = REQUIREMENT_SETS[after];
    return {
      changed: requirements
        .filter((it) => known.has(it.id) && known.get(it.id) !== it)
        .map(({ id }) => id),
      added: getIds(after).filter((id) => !known.has(id)),
      removed: getIds(before).filter((id) => !getIds(after).includes(id)),
    };
  };

  test("is 1.0.1: six error mappings, the media type, error details and custom bindings", () => {
    expect(compare("1.0.0", "1.0.1")).toEqual({
      changed: [
        "STATUS-TASK-NOT-CANCELABLE",
        "STATUS-PUSH-NOTIFICATION-NOT-SUPPORTED",
        "STATUS-UNSUPPORTED-OPERATION",
        "STATUS-CONTENT-TYPE-NOT-SUPPORTED",
        "STATUS-INVALID-AGENT-RESPONSE",
        "STATUS-VERSION-NOT-SUPPORTED",
        "JSONRPC-ERROR-DATA",
        "JSONRPC-ERROR-INFO",
        "REST-CONTENT-TYPE",
      ],
      added: ["ERROR-DETAIL-TYPES", "CUSTOM-BINDINGS"],
      removed: [],
    });
  });

  test("is 0.2.6: what a table of 0.2.5 said twice", () => {
    expect(compare("0.2.5", "0.2.6")).toEqual({
      changed: ["PART-FILES", "UPDATE-FIELDS"],
      added: ["RESULTS-IN-ARTIFACTS", "PART-DATA"],
      removed: [],
    });
  });

  test("is the draft of 1.1, which only adds and is not scored", () => {
    const { changed, added, removed } = compare("1.0.1", "1.1-draft");
    expect([...changed, ...removed]).toEqual([]);
    expect(added.filter((id) => !id.includes("GENERATION"))).toEqual([]);
    expect(SPEC_TEXTS.filter((text) => !REQUIREMENT_SETS[text].isScored)).toEqual(["1.1-draft"]);
  });

  test("changes nothing that the text before does not have, and adds nothing twice", () => {
    const requirement: Requirement = {
      id: "LIST",
      clause: "§3.1.4",
      level: "MUST",
      text: "Lists tasks.",
      checks: ["LIST"],
    };
    const unknown = { ...requirement, id: "LIST-BACKWARDS" };
    const before = REQUIREMENT_SETS["1.0.0"];
    expect(() => applyTextChanges(before, { changed: [unknown], added: [] })).toThrow(
      "Not a change of 1.0.0: LIST-BACKWARDS.",
    );
    expect(() => applyTextChanges(before, { changed: [], added: [requirement] })).toThrow("LIST");
    const changed = applyTextChanges(before, { changed: [requirement], added: [unknown] });
    expect(changed.find(({ id }) => id === "LIST")).toBe(requirement);
    expect(changed.at(-1)).toBe(unknown);
    expect(changed).toHaveLength(before.requirements.length + 1);
  });
});

describe("the ledger of disputes", () => {
  test("has each dispute once, with complete sentences and public threads", () => {
    expect(new Set(DISPUTES.map(({ id }) => id)).size).toBe(DISPUTES.length);
    for (const { spec, kits, sdks, grading, discussions } of DISPUTES) {
      for (const text of [spec, kits, sdks, grading]) {
        if (text !== undefined) expect(text).toMatch(/^[A-Z\d§.].*\.$/);
      }
      for (const thread of discussions) expect(thread).toMatch(/^[\w-]+\/[\w-]+#\d+$/);
    }
  });

  test("has only disputes about requirements", () => {
    const used = new Set(
      SPEC_TEXTS.flatMap((text) => REQUIREMENT_SETS[text].requirements.map((it) => it.dispute)),
    );
    expect(DISPUTES.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([]);
    expect(getDispute("no-such-dispute")).toBeNull();
  });

  test.each([
    "a2aproject/a2a-tck#195",
    "a2aproject/a2a-tck#201",
    "a2aproject/a2a-tck#202",
    "a2aproject/a2a-tck#206",
    "a2aproject/a2a-tck#229",
    "a2aproject/a2a-tck#231",
    "a2aproject/a2a-tck#240",
    "a2aproject/A2A#1882",
    "a2aproject/A2A#2227",
  ])("covers %s", (thread) => {
    expect(DISPUTES.some(({ discussions }) => discussions.includes(thread))).toBe(true);
  });
});

describe("the requirements of a check", () => {
  const getLevels = (...args: Parameters<typeof getRequirementsOfCheck>) =>
    getRequirementsOfCheck(...args).map(({ id, level }) => `${id} ${level}`);

  test("are those of the text and the binding", () => {
    expect(getLevels("ERROR-DETAILS", "1.0.0", "jsonrpc")).toEqual(["JSONRPC-ERROR-INFO MUST"]);
    expect(getLevels("ERROR-DETAILS", "1.0.1", "jsonrpc")).toEqual([
      "JSONRPC-ERROR-DATA MUST",
      "JSONRPC-ERROR-INFO SHOULD",
      "ERROR-DETAIL-TYPES MUST",
    ]);
    expect(getLevels("ERROR-DETAILS", "1.0.1", "grpc")).toEqual(["GRPC-ERROR-INFO MUST"]);
    expect(getLevels("SEND-FINISHED", "1.0.1")).toEqual([
      "SEND-FINISHED MUST",
      "SEND-FINISHED-CODE SHOULD",
    ]);
    expect(getLevels("VERSION-UNKNOWN", "0.3.0")).toEqual([]);
  });

  test("state the statuses of the release", () => {
    const getSentence = (text: SpecText) =>
      getRequirementsOfCheck("ERROR-STATUS", text).find(({ id }) =>
        id.endsWith("TASK-NOT-CANCELABLE"),
      );
    expect(getSentence("1.0.0")?.text).toContain("HTTP status 409 and the gRPC status FAILED");
    expect(getSentence("1.0.1")?.text).toContain("HTTP status 400 and the gRPC status FAILED");
    expect(getSentence("1.0.1")?.dispute).toBe("error-statuses");
  });

  test("are found by the rules that show a violation", () => {
    const find = (...args: Parameters<typeof getRequirementsOfRule>) =>
      getRequirementsOfRule(...args).map(({ id }) => id);
    expect(find("DM-SNAKE", "1.0.1", "jsonrpc")).toEqual(["MEMBER-NAMES"]);
    expect(find("DM-SNAKE", "1.0.1", "grpc")).toEqual([]);
    expect(find("STR-FIRST", "0.3.0")).toEqual([]);
  });
});

describe("the text that an agent is graded against", () => {
  test.each([
    ["0.3", "0.3.0"],
    ["0.3.0", "0.3.0"],
    ["0.3.5", "0.3.0"],
    ["1.0", "1.0.1"],
    ["1.0.0", "1.0.0"],
    ["1.0.7", "1.0.1"],
    ["1.1", "1.1-draft"],
    ["0.2.5", "0.2.5"],
    ["0.2.6", "0.2.6"],
    ["0.2.2", null],
    ["0.2", null],
    ["0.1", null],
    ["2.0", null],
    ["latest", null],
    [null, null],
  ])("is for %s: %s", (stated, text) => {
    const choice = chooseText(stated);
    expect(choice.text).toBe(text);
    expect(choice.because).toMatch(/^[A-Z\d].*\.$/);
  });

  test("has a reason that names what is missing", () => {
    expect(chooseText("0.2.2").because).toContain("no requirements for 0.2.2");
    expect(chooseText(null).because).toContain("states no version");
  });
});
