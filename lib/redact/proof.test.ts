/** Proves that no byte of a redacted run contains a secret, in any encoding. */
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { createLeftoverSearch } from "../../fixtures/find-leftovers.ts";
import {
  createGrpcRunWithSecrets,
  createRunWithSecrets,
  PLANTED_SECRETS,
} from "../../fixtures/planted-secrets.ts";
import { FIXTURE_NAMES, openFixtureLog, readFixture } from "../../fixtures/read-fixture.ts";
import { VIEWER_PAGE } from "../../fixtures/viewer-page.ts";
import { type Exporter, writeExport as write } from "../export/exporter.ts";
import { EXPORTERS, findExporter } from "../export/formats.ts";
import { writeHtmlLog } from "../export/html.ts";
import type { WireRecord } from "../wire/record.ts";
import { parseFieldPath } from "./field-path.ts";
import { findSecretsInRun, redactRun } from "./redact-run.ts";
import { toSecrets } from "./secret-finding.ts";

const field = parseFieldPath("customer.number");
const NAMED = {
  texts: [PLANTED_SECRETS.name, PLANTED_SECRETS.cjk, PLANTED_SECRETS.customer],
  fields: field ? [field] : [],
};

const CONTEXT = { name: "a run", by: "loupe/0.0.0" };

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  [...write(exporter, records, CONTEXT)].join("");

const written = (records: readonly WireRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("the scan", () => {
  test("finds every planted secret", () => {
    const secrets = findSecretsInRun(createRunWithSecrets(), NAMED).map(({ secret }) => secret);
    for (const [kind, secret] of Object.entries(PLANTED_SECRETS)) {
      expect({ kind, isFound: secrets.includes(secret) }).toEqual({ kind, isFound: true });
    }
  });
});

describe("no secret is left", () => {
  const secrets = toSecrets(findSecretsInRun(createRunWithSecrets(), NAMED));
  const runs = {
    "a run with secrets everywhere": createRunWithSecrets(),
    "a run over gRPC": createGrpcRunWithSecrets(),
  };
  const RUNS = Object.entries(runs).map(([name, records]) => ({
    name,
    records,
    after: redactRun(records, secrets, NAMED).records,
  }));

  test.each(RUNS)("in $name", ({ records, after }) => {
    const findBefore = createLeftoverSearch(written(records));
    const left = createLeftoverSearch(written(after));
    const findInReport = createLeftoverSearch(JSON.stringify(createLogReport(foldRecords(after))));
    for (const secret of Object.values(PLANTED_SECRETS)) {
      expect({ secret, isPlanted: findBefore(secret).length > 0 }).toEqual({
        secret,
        isPlanted: true,
      });
      expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      expect({ secret, reported: findInReport(secret) }).toEqual({ secret, reported: [] });
    }
  });

  test.each(EXPORTERS.map(({ id }) => id))("in any run exported as %s", (id) => {
    const exporter = findExporter(id);
    for (const { after } of RUNS) {
      const left = createLeftoverSearch(exporter ? exported(exporter, after) : "");
      for (const secret of Object.values(PLANTED_SECRETS)) {
        expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      }
    }
  });

  test("in any run exported as HTML, packed or not", async () => {
    for (const { after } of RUNS) {
      const facts = { title: "a run", exportedAt: "", version: "", redaction: null };
      let page = "";
      for await (const piece of writeHtmlLog(VIEWER_PAGE, [written(after)], facts)) page += piece;
      const left = createLeftoverSearch(page);
      const packed = createLeftoverSearch(written(openFixtureLog(Buffer.from(page)).records));
      for (const secret of Object.values(PLANTED_SECRETS)) {
        expect({ secret, left: [...left(secret), ...packed(secret)] }).toEqual({
          secret,
          left: [],
        });
      }
    }
  });

  test.each(FIXTURE_NAMES)("in %s after its texts are redacted", (name) => {
    const { records } = readFixture(name);
    const { tasks } = createLogReport(foldRecords(records));
    const texts = tasks
      .flatMap(({ artifacts }) => artifacts.map(({ text }) => text))
      .filter((text) => text.trim().length > 12);
    const chosen = texts.map((text) => ({ text: text.trim().slice(0, 40), everywhere: true }));
    const left = createLeftoverSearch(written(redactRun(records, chosen).records));
    for (const { text } of chosen) expect(left(text)).toEqual([]);
  });
});
