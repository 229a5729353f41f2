import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStreamLog, status } from "../../fixtures/event-builders.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { listBadVerdicts } from "../lint/verdict/verdict-words.ts";
import { explainRule } from "./explain-rule.ts";
import { takeBytes } from "./get-event.ts";
import { getNextAfterRun } from "./next-after-run.ts";
import type { OperationHost } from "./operation-host.ts";
import { OPERATIONS } from "./operations.ts";
import { openRunChunks } from "./read-run.ts";
import { type Page, takePage } from "./schemas.ts";

const refuse = () => Promise.reject(new Error("not used"));
const HOST: OperationHost = {
  taps: {
    list: refuse,
    wait: refuse,
    addBreakpoint: refuse,
    enableBreakpoint: refuse,
    removeBreakpoint: refuse,
    resume: refuse,
  },
  openRun: refuse,
  listRecordings: refuse,
  maskTexts: refuse,
  fetchCard: refuse,
  gradeAgent: refuse,
  sendMessage: refuse,
  serveRun: refuse,
  stopServing: refuse,
};

test("names are unique, and every member of an input has a description or a default", () => {
  const names = OPERATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, input } of OPERATIONS) {
    for (const [member, { description, type }] of Object.entries(input.shape)) {
      expect(description !== undefined || type === "default", `${name} ${member}`).toBe(true);
    }
  }
});

describe("pages of bytes", () => {
  test("put together are the text, whatever their length", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, length) => {
        const bytes = new TextEncoder().encode(whole);
        let read = "";
        for (let offset: number | null = 0; offset !== null; ) {
          const page = takeBytes(bytes, offset, length);
          expect(page.nextOffset === null || page.nextOffset > offset).toBe(true);
          read += page.text;
          offset = page.nextOffset;
        }
        expect(read).toBe(whole);
      }),
    );
  });

  test("beyond the end are empty", () => {
    expect(takeBytes(new Uint8Array(3), 99, 5)).toEqual({ text: "", nextOffset: null });
  });
});

test("pages of a list put together are the list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 5 }), (all, limit) => {
      const found: number[] = [];
      let cursor: string | null = "0";
      while (cursor !== null) {
        const page: Page<number> = takePage(all, limit, cursor);
        found.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(found).toEqual(all);
    }),
  );
});

describe("every rule is explained", () => {
  test.each([...RULES_BY_ID.keys(), ...listBadVerdicts().map(({ kind }) => `verdict/${kind}`)])(
    "%s",
    async (rule) => {
      const input = explainRule.input.parse({ rule });
      const { data, summary } = await explainRule.run(input, HOST);
      expect(data.rule).toBe(rule);
      expect(summary).toContain(data.message);
      if (data.example) expect(data.example.fails).not.toBe(data.example.passes);
    },
  );
});

describe("after a run", () => {
  const findings = [{ severity: "error" as const }];
  type Ended = Omit<Parameters<typeof getNextAfterRun>[0]["verdict"], "caveats">;
  const next = (ended: Ended, lastEvent = 9) =>
    getNextAfterRun({ run: "r", verdict: { caveats: [], ...ended }, findings, lastEvent }).map(
      ({ operation, input }) => ("n" in input ? `${operation} ${input.n}` : operation),
    );
  const evidence = [{ exchange: "x1", what: "event" as const, event: 4 }];

  test("that was cut, the last event is next; after one that failed, the evidence", () => {
    expect(next({ kind: "cut", clean: false, evidence })).toContain("get_event 9");
    expect(next({ kind: "failed", clean: false, evidence })).toContain("get_event 4");
    expect(next({ kind: "empty", clean: false, evidence: [] }, -1)).toEqual(["list_findings"]);
  });
});

test("an opened run has no credentials, and the lengths and lines of its log", async () => {
  const key = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
  const { records } = createStreamLog(status("working", undefined, { metadata: { key } }));
  const head = { r: "loupe", version: 1, id: "x", at: null, by: "test" };
  const text = [head, ...records].map((record) => `${JSON.stringify(record)}\n`).join("");
  async function* read() {
    yield text;
  }
  const [open, exact] = [
    await openRunChunks("run", read(), { redacts: true }),
    await openRunChunks("run", read()),
  ];
  const getBody = ({ timeline: { exchanges } }: typeof open) => exchanges[0]?.body.slice(0, 9999);
  expect(getBody(exact)).toContain(key);
  expect(getBody(open)).not.toContain(key);
  expect(getBody(open)).toHaveLength(getBody(exact)?.length ?? 0);
  const findLine = ({ timeline: { exchanges }, lines }: typeof open) =>
    exchanges[0] && lines.findPositionLine(exchanges[0], 0);
  expect(findLine(open)).toBe(findLine(exact));
});
