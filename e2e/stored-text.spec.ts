// The bytes of a large log stay in its file and are read when they are displayed.
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createLongLog } from "./support/logs.ts";

let folder = "";
let path = "";

test.beforeEach(async ({ loupe }) => {
  folder = await mkdtemp(join(tmpdir(), "loupe-stored-"));
  path = join(folder, "long.jsonl");
  await writeFile(path, createLongLog(30_000));
  await loupe.open();
  await loupe.chooseFile(path);
  await loupe.timeline.expectVerdict("Completed");
});
test.afterEach(() => rm(folder, { recursive: true }));

test("frames from anywhere in the file are shown in every tab", async ({ loupe }) => {
  const { inspector, filter, timeline } = loupe;
  for (const word of [12_345, 4_321, 25_000]) {
    await filter.query.fill(`word ${word} `);
    await timeline.row("Artifact").click();
    await inspector.show("Wire");
    await expect(inspector.wire).toContainText(`word ${word} `);
    await inspector.show("Decoded");
    await expect(inspector.decoded).toContainText("artifact-update");
    await inspector.show("Chunks");
    await expect(inspector.chunks).toContainText(`word ${word}`);
    await expect(inspector.chunkSource.locator("mark")).toHaveText(/^word \d+ $/);
  }
});

test(
  "a file that cannot be read is reported, and read again on request",
  LONG,
  async ({ loupe, page }) => {
    const { inspector, filter, timeline } = loupe;
    await filter.query.fill("word 12345 ");
    await timeline.row("Artifact").click();
    await rename(path, `${path}.moved`);
    await inspector.show("Wire");
    await expect(inspector.panel).toContainText("Couldn't read this text");
    await expect(inspector.wire).toBeHidden();
    await rename(`${path}.moved`, path);
    await page.getByRole("tabpanel").getByRole("button", { name: "Try again" }).click();
    await expect(inspector.wire).toContainText("word 12345 ");
  },
);
