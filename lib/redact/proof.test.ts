/** The proof: of a redacted run no secret is left, in any spelling, in any of its bytes. */
import { describe, expect, test } from "vitest";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { searched } from "../../fixtures/left.ts";
import { PLANTED, plantedOverGrpc, plantedRun } from "../../fixtures/planted.ts";
import { FIXTURES, fixture, openLog } from "../../fixtures/read.ts";
import { VIEWER_PAGE } from "../../fixtures/viewer-page.ts";
import { type Exporter, written as write } from "../export/exporter.ts";
import { EXPORTERS, exporterOf } from "../export/formats.ts";
import { htmlOf } from "../export/html.ts";
import type { WireRecord } from "../wire/record.ts";
import { readFieldPath } from "./field-path.ts";
import { secretsOf } from "./finding.ts";
import { findIn, redactIn } from "./whole.ts";

const field = readFieldPath("customer.number");
const ASKED = {
  texts: [PLANTED.name, PLANTED.cjk, PLANTED.customer],
  fields: field ? [field] : [],
};

const CONTEXT = { name: "a run", by: "loupe/0.0.0" };

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  [...write(exporter, records, CONTEXT)].join("");

const written = (records: readonly WireRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("what is found", () => {
  test("is every secret that was planted", () => {
    const secrets = findIn(plantedRun(), ASKED).map(({ secret }) => secret);
    for (const [kind, secret] of Object.entries(PLANTED)) {
      expect({ kind, isFound: secrets.includes(secret) }).toEqual({ kind, isFound: true });
    }
  });
});

describe("what is left", () => {
  const secrets = secretsOf(findIn(plantedRun(), ASKED));
  const runs = {
    "a run with secrets everywhere": plantedRun(),
    "a run over gRPC": plantedOverGrpc(),
  };
  const RUNS = Object.entries(runs).map(([name, records]) => ({
    name,
    records,
    after: redactIn(records, secrets, ASKED).records,
  }));

  test.each(RUNS)("of $name is nothing", ({ records, after }) => {
    const stood = searched(written(records));
    const left = searched(written(after));
    const told = searched(JSON.stringify(reportOf(folded(after))));
    for (const secret of Object.values(PLANTED)) {
      expect({ secret, stood: stood(secret).length > 0 }).toEqual({ secret, stood: true });
      expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      expect({ secret, told: told(secret) }).toEqual({ secret, told: [] });
    }
  });

  test.each(EXPORTERS.map(({ id }) => id))("of any run exported as %s is nothing", (id) => {
    const exporter = exporterOf(id);
    for (const { after } of RUNS) {
      const left = searched(exporter ? exported(exporter, after) : "");
      for (const secret of Object.values(PLANTED)) {
        expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
      }
    }
  });

  test("of any run exported as HTML is nothing, packed or not", async () => {
    for (const { after } of RUNS) {
      const facts = { title: "a run", exportedAt: "", version: "", redaction: null };
      let page = "";
      for await (const piece of htmlOf(VIEWER_PAGE, [written(after)], facts)) page += piece;
      const left = searched(page);
      const packed = searched(written(openLog(Buffer.from(page)).records));
      for (const secret of Object.values(PLANTED)) {
        expect({ secret, left: [...left(secret), ...packed(secret)] }).toEqual({
          secret,
          left: [],
        });
      }
    }
  });

  test.each(FIXTURES)("of what %s says is nothing", (name) => {
    const { records } = fixture(name);
    const { tasks } = reportOf(folded(records));
    const texts = tasks
      .flatMap(({ artifacts }) => artifacts.map(({ text }) => text))
      .filter((text) => text.trim().length > 12);
    const chosen = texts.map((text) => ({ text: text.trim().slice(0, 40), everywhere: true }));
    const left = searched(written(redactIn(records, chosen).records));
    for (const { text } of chosen) expect(left(text)).toEqual([]);
  });
});
