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
const ASKED = {
  texts: [PLANTED_SECRETS.name, PLANTED_SECRETS.cjk, PLANTED_SECRETS.customer],
  fields: field ? [field] : [],
};

const CONTEXT = { name: "a run", by: "loupe/0.0.0" };

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  [...write(exporter, records, CONTEXT)].join("");

const written = (records: readonly WireRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("what is found", () => {
  test("is every secret that was planted", () => {
    const secrets = findSecretsInRun(createRunWithSecrets(), ASKED).map(({ secret }) => secret);
    for (const [kind, secret] of Object.entries(PLANTED_SECRETS)) {
      expect({ kind, isFound: secrets.includes(secret) }).toEqual({ kind, isFound: true });
    }
  });
});

describe("what is left", () => {
  const secrets = toSecrets(findSecretsInRun(createRunWithSecrets(), ASKED));
  const runs = {
    "a run with secrets everywhere": createRunWithSecrets(),
    "a run over gRPC": createGrpcRunWithSecrets(),
  };
  const RUNS = Object.entries(runs).map(([name, records]) => ({
    name,
    records,
    after: redactRun(records, secrets, ASKED).records,
  }));

  test.each(RUNS)("of $name is nothing", ({ records, after }) => {
    const stood = createLeftoverSearch(written(records));
    const left = createLeftoverSearch(written(after));
    const told = createLeftoverSearch(JSON.stringify(createLogReport(foldRecords(after))));
    for (const secret of Object.values(PLANTED_SECRETS)) {
      expect({ secret, stood: stood(secret).length > 0 }).toEqual({ secret, stood: true });
      expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      expect({ secret, told: told(secret) }).toEqual({ secret, told: [] });
    }
  });

  test.each(EXPORTERS.map(({ id }) => id))("of any run exported as %s is nothing", (id) => {
    const exporter = findExporter(id);
    for (const { after } of RUNS) {
      const left = createLeftoverSearch(exporter ? exported(exporter, after) : "");
      for (const secret of Object.values(PLANTED_SECRETS)) {
        expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      }
    }
  });

  test("of any run exported as HTML is nothing, packed or not", async () => {
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

  test.each(FIXTURE_NAMES)("of what %s says is nothing", (name) => {
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
