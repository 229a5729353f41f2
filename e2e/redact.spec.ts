// Before an export, the secrets of a run are listed and replaced, wherever and however they occur.
import { createArtifactUpdate, more, ReportLog, status } from "../fixtures/event-builders.ts";
import { createLeftoverSearch } from "../fixtures/find-leftovers.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const BEARER = "q7Hn/zKe+93vTbLw2xY=";
const KEY = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
const EMAIL = "mara@harbour.example";
const NAME = "Mara Lind-Ögård";

/** The key is split across chunks, the name has two spellings. */
function run(): string {
  const log = new ReportLog()
    .addOpen("x1", {
      headers: [["Authorization", `Bearer ${BEARER}`]],
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "message/stream",
        params: { customer: { number: 4711000815 }, note: `${NAME} <${EMAIL}>` },
      }),
    })
    .addHead();
  for (const piece of `Your key is ${KEY}, ${NAME}. `.match(/.{1,4}/gu) ?? []) {
    log.addEvents(createArtifactUpdate("a1", piece, more));
  }
  const metadata = { link: `https://a.example/?for=${encodeURIComponent(NAME)}` };
  log.addEvents(status("completed", undefined, { final: true, metadata })).addEnd();
  const head = { r: "loupe", version: 1, id: "harbour", at: null, by: "loupe" };
  return [head, ...log.records].map((record) => `${JSON.stringify(record)}\n`).join("");
}

test("the secrets of a run are listed, named, kept or replaced, and the export contains none of them", async ({
  loupe,
  page,
}) => {
  await loupe.open();
  await loupe.chooseContent("harbour.jsonl", run());
  await loupe.timeline.expectVerdict("Completed, with a lost append");
  const { length: rows } = await loupe.timeline.getDrawnRows();
  await loupe.exporting.open();
  const { secrets } = loupe.exporting;
  await expect(secrets.kind("Header with a credential")).toBeChecked();
  await expect(secrets.kind("Key of a known service")).toBeChecked();
  await expect(secrets.kind("E-mail address")).not.toBeChecked();
  await expect(secrets.statement).toContainText("2 values redacted in 2 places");
  await expect(secrets.statement).toContainText("Not redacted: e-mail address in 1 place");
  await expect(secrets.root).not.toContainText(BEARER);
  await secrets.showWhich("Key of a known service");
  await expect(secrets.root).toContainText(/event 3, response result\.artifact\.parts\[0\]\.text/);
  await expectAccessible(page, "secrets of a run", "dialog[open]");

  await secrets.kind("Header with a credential").uncheck();
  await expect(secrets.warning).toContainText("The export contains a credential");
  await secrets.kind("Header with a credential").check();
  await expect(secrets.warning).toBeHidden();
  await secrets.kind("E-mail address").check();

  await secrets.text.fill("task");
  await expect(secrets.root).toContainText("a protocol word");
  await secrets.text.fill(NAME);
  await expect(secrets.root).toContainText("Found in 3 places.");
  await secrets.text.press("Enter");
  await secrets.field.fill("customer.number");
  await secrets.field.press("Enter");
  await expect(secrets.statement).toContainText("5 values redacted in 7 places");
  await expect(loupe.exporting.start).toContainText("redacted");

  const left = await loupe.exporting.download();
  const has = createLeftoverSearch(left.text);
  for (const secret of [BEARER, KEY, EMAIL, NAME, "4711000815"]) expect(has(secret)).toEqual([]);
  await loupe.exporting.close();
  await loupe.chooseContent(left.name, left.text);
  await loupe.expectOpen(left.name);
  await loupe.timeline.expectVerdict("Completed, with a lost append");
  await expect(loupe.timeline.rows).toHaveCount(rows);

  // A run without secrets says so.
  await loupe.exporting.open();
  await secrets.replace.uncheck();
  await expect(secrets.statement).toContainText("Nothing is redacted.");
});
