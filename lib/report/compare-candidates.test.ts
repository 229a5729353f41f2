import { expect, test } from "vitest";
import type { RecordingSummary } from "../api/api-types.ts";
import { findLastGoodRun, listCandidates } from "./compare-candidates.ts";
import { createRecordingSummary, NO_FACTS } from "./recordings.testkit.ts";

const GOOD = { kind: "completed", clean: true, because: "", endedBy: "agent" };

const create = (id: string, part: Partial<RecordingSummary>) =>
  createRecordingSummary({ id, firstMessage: "Rain?", verdict: GOOD, ...part });

const RUN = create("run", { verdict: { ...GOOD, kind: "failed", clean: false } });
const LIST = [
  create("other", { name: "http://other.example/", firstMessage: "Hi" }),
  create("agent", { firstMessage: "Hi" }),
  create("message", { name: "http://other.example/" }),
  create("marred", { verdict: { ...GOOD, caveats: ["tool-failed"] } }),
  RUN,
  create("good", {}),
  create("older", {}),
];

test("the last good run of the message comes first, then what has agent and message in common", () => {
  expect(
    listCandidates(LIST, RUN).map(({ recording, relation }) => [recording.id, relation]),
  ).toEqual([
    ["good", "last-good"],
    ["marred", "same"],
    ["older", "same"],
    ["message", "same-message"],
    ["agent", "same-agent"],
    ["other", "other"],
  ]);
});

test("a recording in which nothing was sent is not offered, one that is not analyzed yet is", () => {
  const answered = { ...GOOD, kind: "answered" };
  const list = [
    create("looked", { firstMessage: null, verdict: answered, facts: NO_FACTS }),
    create("sent", { facts: { ...NO_FACTS, turns: 1, versions: ["1.0"] } }),
    create("new", { verdict: null }),
    create("listed", {
      firstMessage: null,
      verdict: answered,
      facts: { ...NO_FACTS, versions: ["1.0"] },
    }),
  ];
  const ids = listCandidates(list, RUN).map(({ recording }) => recording.id);
  expect(ids.toSorted()).toEqual(["listed", "new", "sent"]);
});

test("without a recording, the order is that of the list", () => {
  expect(listCandidates(LIST, null).map(({ recording }) => recording)).toEqual(LIST);
});

test("a run that went wrong on the way, or without a message, is not the last good run", () => {
  expect(findLastGoodRun(LIST.slice(0, 5), RUN)).toBeNull();
  const silent = create("silent", { firstMessage: null });
  expect(findLastGoodRun([create("one", { firstMessage: null })], silent)).toBeNull();
});
