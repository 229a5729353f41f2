import { expect, test } from "vitest";
import { ReportLog } from "../../fixtures/event-builders.ts";
import { createLeftoverSearch } from "../../fixtures/find-leftovers.ts";
import { createRunWithSecrets, PLANTED_SECRETS } from "../../fixtures/planted-secrets.ts";
import { WHOLE_RUN } from "../export/record-selector.ts";
import { runExportJob } from "./export-job.ts";
import { findSecrets } from "./redaction-job.ts";

const LOG = createRunWithSecrets()
  .map((record) => `${JSON.stringify(record)}\n`)
  .join("");
const file = new File([LOG], "planted.jsonl");
const still = new AbortController().signal;
const named = {
  texts: [PLANTED_SECRETS.name, PLANTED_SECRETS.cjk, PLANTED_SECRETS.customer],
  fields: [],
};

const handedOn = (redaction: Parameters<typeof runExportJob>[0]["redaction"]) => {
  const job = {
    file,
    name: `for ${PLANTED_SECRETS.jwt}`,
    selection: WHOLE_RUN,
    format: "loupe",
    redaction,
  };
  return runExportJob(job, () => undefined, still);
};

test("found secrets are replaced, also in the name, and progress is reported", async () => {
  const shares: number[] = [];
  const job = { file, ...named, isOnlyNamed: false };
  const findings = await findSecrets(job, (share) => shares.push(share), still);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  const { blob, name } = await handedOn({ findings, ...named, keptSecrets: null });
  const left = createLeftoverSearch(await blob.text());
  for (const secret of Object.values(PLANTED_SECRETS))
    expect([secret, ...left(secret)]).toEqual([secret]);
  expect(name).toMatch(/^for x\w+redacted/);
});

test("in a growing log new secrets are replaced, and kept ones stay", async () => {
  const { key, jwt, email } = PLANTED_SECRETS;
  const log = new ReportLog().addRequest("message/send", { said: [key, jwt, email] });
  const growing = new File([JSON.stringify(log.records[0])], "growing.jsonl");
  const redaction = { findings: [], texts: [], fields: [], keptSecrets: [key] };
  const job = { file: growing, name: "", selection: WHOLE_RUN, format: "loupe", redaction };
  const { blob } = await runExportJob(job, () => undefined, still);
  const text = await blob.text();
  expect([key, jwt, email].map((secret) => text.includes(secret))).toEqual([true, false, true]);
});

test("an entered text alone is only counted", async () => {
  const job = { file, texts: [PLANTED_SECRETS.cjk], fields: [], isOnlyNamed: true };
  const findings = await findSecrets(job, () => undefined, still);
  expect(findings.map(({ rules }) => rules)).toEqual([["text"]]);
  expect(findings[0]?.count).toBeGreaterThan(10);
});
