// Real clients get the open run: the verdict on each, its differences beside what the agent sent, and the
// variants that break it.
import { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createHopLog } from "./support/hop-logs.ts";
import { readFixtureFile } from "./support/logs.ts";
import { TestServer } from "./support/test-server.ts";

// A server runs clients for two windows at most.
test.describe.configure({ mode: "default" });

test("two SDKs lose the name of a file, which leads to its row in the run", async ({
  loupe,
  page,
}) => {
  await loupe.open();
  await loupe.chooseContent("rest.sse", readFixtureFile("shapes/rest-0.3.sse"));
  await page.getByRole("button", { name: "Clients", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Clients" });
  for (const version of ["0.2.5", "0.3.14", "1.3.0"]) {
    await expect(dialog.getByRole("checkbox", { name: `@a2a-js/sdk ${version}` })).toBeChecked();
  }
  await dialog.getByText("Other clients").click();
  await expect(dialog).toContainText("pip install a2a-sdk");
  await expectAccessible(page, "the choice of clients", "dialog[open]");
  await dialog.getByRole("button", { name: "Test", exact: true }).click();

  const result = dialog.getByRole("region", { name: "@a2a-js/sdk 0.3.14" });
  const verdicts = dialog.getByRole("list", { name: "Verdicts" }).getByRole("listitem");
  await expect(verdicts).toHaveText([
    /^differs@a2a-js\/sdk 0\.3\.14 changes .* from "pic\.png" to nothing\.$/,
    /^differs@a2a-js\/sdk 1\.3\.0 changes .* from "pic\.png" to nothing\.$/,
  ]);
  await expect(dialog.getByRole("list", { name: "Not run" })).toContainText(
    "@a2a-js/sdk 0.2.5 was not run: it does not speak HTTP+JSON.",
  );
  const changed = result.getByRole("row", { name: /Changed/ });
  await expect(changed).toContainText("artifact.parts[0].name");
  await expect(changed.locator("[data-part=frame]")).toContainText('"name":"pic.png"');
  await expect(result.getByRole("row", { name: /the same/ }).first()).toBeVisible();
  await expectAccessible(page, "what clients understood", "dialog[open]");

  await changed.getByRole("button").click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/[?&]event=\d+/);
  await expect(loupe.timeline.row("Artifact", "picture")).toHaveAttribute("aria-selected", "true");
});

test(
  "variants that break a client are a table, and open as a run",
  LONG,
  async ({ loupe, page }) => {
    await loupe.open();
    await loupe.chooseContent("message.jsonl", readFixtureFile("recorded/0.3/message.jsonl"));
    await loupe.timeline.expectVerdict("Answered with a message");
    await loupe.palette.choose("Test clients with this run");
    const dialog = page.getByRole("dialog", { name: "Clients" });
    await dialog.getByRole("checkbox", { name: "@a2a-js/sdk 0.2.5" }).uncheck();
    await dialog.getByRole("checkbox", { name: "@a2a-js/sdk 1.3.0" }).uncheck();
    await dialog.getByRole("checkbox", { name: /^Stress them/ }).check();
    await dialog.getByRole("button", { name: "Test", exact: true }).click();
    await expect(dialog.getByRole("progressbar", { name: "Responses served" })).toBeVisible();
    const stress = dialog.getByRole("region", { name: "Stress" });
    const row = stress.getByRole("row", { name: /lines that end in CR differs/ });
    await expect(row).toBeVisible({ timeout: 200_000 });
    await expect(stress.getByRole("row", { name: /lines that end in CR LF same/ })).toBeVisible();
    await expectAccessible(page, "stressed clients", "dialog[open]");

    await row.getByRole("button").click();
    const broken = stress.getByRole("listitem").filter({ hasText: "lines that end in CR," });
    await expect(broken).toBeFocused();
    await expect(broken).toContainText(/The smallest that does, \d+ bytes/);
    await expect(broken).toContainText(String.raw`\r\r`);
    await broken.getByRole("button", { name: /^Open the log/ }).click();
    await expect(dialog).toBeHidden();
    await loupe.timeline.expectVerdict("Answered with a message");
  },
);

test("a hop of a tap is served alone, as the tap delivered it, from the menu of its row", async ({
  loupe,
  page,
}) => {
  const call = { x: "a", port: 9001, text: "plan a trip", from: 0, to: 900 };
  const other = { x: "b", port: 9002, text: "the weather", from: 100, to: 400 };
  await loupe.open();
  const edit = { r: "edit", x: "b", t: 400, event: 2, do: "drop", by: "user" };
  const log = `${createHopLog(call, other)}${JSON.stringify(edit)}\n`;
  await loupe.chooseContent("team.jsonl", log);
  await loupe.timeline.row("Message", "the weather").click({ button: "right" });
  await page.getByRole("menuitem", { name: "What did the caller understand?" }).click();
  const dialog = page.getByRole("dialog", { name: "Clients" });
  const responses = dialog.getByRole("combobox", { name: "Responses" });
  await expect(responses).toHaveValue("b");
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  const verdicts = dialog.getByRole("list", { name: "Verdicts" });
  await expect(verdicts).toContainText(
    "@a2a-js/sdk 1.3.0 hands over all 2 events as the tap delivered them.",
  );
  await expect(dialog.getByRole("list", { name: "Served as delivered" })).toContainText(
    /^Exchange \d was served as the tap delivered it, .* Edited by Loupe: 1 event dropped\.$/,
  );
});

test.describe("a server of its own", () => {
  const server = new TestServer();
  test.afterEach(() => server.stop());

  test("runs the client that it was started with, and stops it", async ({ page }) => {
    const driver = JSON.stringify(`${process.cwd()}/fixtures/client-driver.mjs`);
    await server.start({ LOUPE_DRIVER: `node ${driver} hang`, LOUPE_SDK: server.data });
    const loupe = new Loupe(page);
    await loupe.open(server.url);
    await loupe.chooseContent("message.jsonl", readFixtureFile("recorded/0.3/message.jsonl"));
    await loupe.timeline.expectVerdict("Answered with a message");
    await loupe.palette.choose("Test clients with this run");
    const dialog = page.getByRole("dialog", { name: "Clients" });
    await expect(dialog.getByRole("checkbox")).toHaveCount(2);
    await dialog.getByRole("button", { name: "Test", exact: true }).click();
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect(dialog).toContainText("The clients were stopped.");

    const run = `${server.url}/api/clients?clients=own`;
    const from = (headers: Readonly<Record<string, string>>) => page.request.post(run, { headers });
    expect((await from({ origin: "http://site.example" })).status()).toBe(403);
    expect((await from({ host: "site.example" })).status()).toBe(421);
    expect((await from({})).status()).toBe(400);
  });

  test("without a client says how to install one", async ({ page }) => {
    await server.start({ LOUPE_SDK: server.data });
    const loupe = new Loupe(page);
    await loupe.open(server.url);
    await loupe.chooseContent("message.jsonl", readFixtureFile("recorded/0.3/message.jsonl"));
    await loupe.timeline.expectVerdict("Answered with a message");
    await loupe.palette.choose("Test clients with this run");
    const dialog = page.getByRole("dialog", { name: "Clients" });
    await expect(dialog).toContainText("No client found");
    await expect(dialog).toContainText("npm install @a2a-js/sdk@1");
    await expect(dialog.getByRole("button", { name: "Test", exact: true })).toBeHidden();
  });
});
