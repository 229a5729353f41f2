import { expect, test } from "vitest";
import { Log } from "../../fixtures/compose.ts";
import { searched } from "../../fixtures/left.ts";
import { PLANTED, plantedRun } from "../../fixtures/planted.ts";
import { WHOLE } from "../export/select.ts";
import { handOn } from "./hand-on-job.ts";
import { findSecrets } from "./redaction-job.ts";

const LOG = plantedRun()
  .map((record) => `${JSON.stringify(record)}\n`)
  .join("");
const file = new File([LOG], "planted.jsonl");
const still = new AbortController().signal;
const named = { texts: [PLANTED.name, PLANTED.cjk, PLANTED.customer], fields: [] };

const handedOn = (redaction: Parameters<typeof handOn>[0]["redaction"]) => {
  const job = { file, name: `for ${PLANTED.jwt}`, selection: WHOLE, format: "loupe", redaction };
  return handOn(job, () => undefined, still);
};

test("what was found leaves replaced, in the name as well, and how far it is gets told", async () => {
  const shares: number[] = [];
  const job = { file, ...named, isOnlyNamed: false };
  const findings = await findSecrets(job, (share) => shares.push(share), still);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  const { blob, name } = await handedOn({ findings, ...named, left: null });
  const left = searched(await blob.text());
  for (const secret of Object.values(PLANTED)) expect([secret, ...left(secret)]).toEqual([secret]);
  expect(name).toMatch(/^for x\w+redacted/);
});

test("of a log that grows, what nobody has seen yet does not leave, and what may stay does", async () => {
  const { key, jwt, email } = PLANTED;
  const log = new Log().addRequest("message/send", { said: [key, jwt, email] });
  const growing = new File([JSON.stringify(log.records[0])], "growing.jsonl");
  const redaction = { findings: [], texts: [], fields: [], left: [key] };
  const job = { file: growing, name: "", selection: WHOLE, format: "loupe", redaction };
  const { blob } = await handOn(job, () => undefined, still);
  const text = await blob.text();
  expect([key, jwt, email].map((secret) => text.includes(secret))).toEqual([true, false, true]);
});

test("a text by itself is only counted", async () => {
  const job = { file, texts: [PLANTED.cjk], fields: [], isOnlyNamed: true };
  const findings = await findSecrets(job, () => undefined, still);
  expect(findings.map(({ rules }) => rules)).toEqual([["text"]]);
  expect(findings[0]?.count).toBeGreaterThan(10);
});
