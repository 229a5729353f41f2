// Saved requests: saved from the composer, an exchange and a curl command; sent with variables; kept on
// the server without secrets.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

// Both count what is saved on their one server.
test.describe.configure({ mode: "default" });

test("a message is saved, found after a reload, sent with variables, changed, deleted and restored", async ({
  loupe,
  page,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, requests, rail, timeline } = loupe;
  await loupe.connectTo(agent.url);
  await composer.message.fill("stream the weather in {{city}}");
  await requests.chooseSaved(/Save this message/);
  await expect(requests.saving.getByRole("textbox", { name: "Name" })).toHaveValue(
    "stream the weather in {{city}}",
  );
  await requests.saveAs("Weather");
  // What was saved stays in the composer.
  await expect(composer.message).toHaveValue("stream the weather in {{city}}");
  await composer.message.fill("");

  await loupe.connectTo(agent.url);
  await page.locator("body").click({ position: { x: 700, y: 5 } });
  await page.keyboard.press("s");
  await expect(requests.rows).toHaveText([/Weather/]);

  // One click is not enough while a variable has no value: the request says which.
  await requests.button("Send Weather").click();
  await expect(requests.form).toContainText("no value");
  await expect(requests.form.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await expectAccessible(page, "saved request", "dialog[open]");

  await requests.showTab("Environments");
  await requests.button("Add for all agents").click();
  await requests.field("Environment name").fill("Italy");
  await requests.field("Name of variable 1").fill("city");
  await requests.field("Value of variable 1").fill("Rome");
  await requests.button("Add variable").click();
  await requests.field("Name of variable 2").fill("api_key");
  await requests.field("Value of variable 2").fill("abc123");
  await requests.button("Save environment").click();
  await expect(requests.dialog.getByRole("alert")).toContainText("is the name of a secret");
  await requests.button("Remove variable 2").click();
  await requests.button("Save environment").click();
  await expect(requests.dialog.getByRole("checkbox", { name: "Use Italy" })).toBeChecked();
  await expectAccessible(page, "environments", "dialog[open]");

  await requests.showTab("Requests");
  await expect(requests.form).toContainText("From Italy");
  await expect(requests.form).toContainText("Rome");
  await requests.button("Send Weather").click();
  await expect(requests.dialog).toBeHidden();
  await expect(rail.exchangeWithText("stream the weather in Rome")).toBeVisible();
  await timeline.expectVerdict("Completed");

  await page.keyboard.press("s");
  await requests.show("Weather");
  await requests.field("Message text").fill("stream something else");
  await requests.close();
  await page.keyboard.press("s");
  await expect(requests.field("Message text")).toHaveValue("stream something else");
  await requests.button("Save changes").click();
  await expect(requests.button("Save changes")).toBeHidden();
  await requests.button("Duplicate").click();
  await expect(requests.rows).toHaveText([/Weather/, /Weather 2/]);
  await expect(requests.field("Name")).toHaveValue("Weather 2");
  await requests.button("Delete").click();
  await expect(requests.rows).toHaveText([/Weather/]);
  await requests.toast.getByRole("button", { name: "Undo" }).click();
  await expect(requests.rows).toHaveText([/Weather/, /Weather 2/]);
  await requests.field("Find a saved request").fill("weather 2");
  await expect(requests.rows).toHaveText([/Weather 2/]);
  await requests.field("Find a saved request").fill("nothing");
  await expect(requests.dialog).toContainText("No saved requests match.");
  await requests.field("Find a saved request").fill("");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await requests.show("Weather 2");
  await requests.chooseFrom("Copy as CI step", "Command line");
  await expect(requests.toast).toContainText("Copied command");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `npx a2a-loupe check ${new URL(agent.url).href} --stream -m 'stream something else'`,
  );

  // A file of the collection comes back as another collection.
  const downloading = page.waitForEvent("download");
  await requests.chooseFrom("Actions for Requests", "Export as a file");
  const path = await (await downloading).path();
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
    name: "Requests",
    requests: [{ name: "Weather" }, { name: "Weather 2" }],
  });
  const choosing = page.waitForEvent("filechooser");
  await requests.chooseFrom("Add", /Import a collection/);
  await (await choosing).setFiles(path);
  await expect(requests.toast).toContainText("Imported 2 requests into Requests 2");
  await expect(requests.rows).toHaveCount(4);
  await requests.chooseFrom("Actions for Requests 2", "Delete");
  await expect(requests.rows).toHaveCount(2);
});

test(
  "a curl command and an exchange are saved without their credentials",
  LONG,
  async ({ loupe, page, startAgent }) => {
    const agent = await startAgent("1.0");
    const { composer, credentials, requests, rail, timeline } = loupe;
    await loupe.connectTo(agent.url);
    await composer.sendMessage("stream, please");
    await timeline.expectVerdict("Completed");
    await composer.editRequest();
    const [url, headers, body] = await Promise.all([
      composer.requestField("Request URL").inputValue(),
      composer.requestField("Headers").inputValue(),
      composer.requestField("Request body").innerText(),
    ]);
    expect(body).toContain("jsonrpc");
    await requests.chooseSaved(/Save this request/);
    await requests.saveAs("From the editor");

    // The message of an exchange, without the ids of its run.
    await rail.panel.getByRole("button", { name: "More actions for SendStreamingMessage" }).click();
    await page.getByRole("menuitem", { name: "Save request…" }).click();
    await requests.saveAs("From the exchange");

    await requests.chooseSaved(/Saved requests/);
    await requests.show("From the exchange");
    await expect(requests.field("Message text")).toHaveValue("stream, please");
    await requests.chooseFrom("Add", /Paste a curl command/);
    await requests.field("curl command").fill(`curl ${url}?x=1&y=2`);
    await expect(requests.dialog.getByRole("alert")).toContainText("Put the URL in quotes");
    await requests.field("curl command").fill("curl '{{base}}/rpc' -H 'X-Api-Key: k' -d '{}'");
    await expect(requests.dialog).toContainText("X-Api-Key is not saved: the URL names no host");
    const lines = headers.split("\n").map((line) => `-H '${line}'`);
    const payload = {
      jsonrpc: "2.0",
      id: "1",
      method: "SendStreamingMessage",
      params: {
        message: { role: "ROLE_USER", messageId: "m-1", parts: [{ text: "stream from curl" }] },
      },
    };
    await requests
      .field("curl command")
      .fill(
        `curl '${url}' ${lines.join(" ")} -H 'X-Api-Key: s3cret-value' --data-raw '${JSON.stringify(payload)}'`,
      );
    await expect(requests.dialog).toContainText("X-Api-Key goes to the credentials");
    await requests.field("Name").fill("From curl");
    await expectAccessible(page, "curl import", "dialog[open]");
    await requests.button("Save request").click();
    // The dialog of the credentials has the key, the collection does not.
    await expect(credentials.dialog.getByRole("textbox", { name: "Name of entry 1" })).toHaveValue(
      "X-Api-Key",
    );
    await credentials.close();
    const stored = await page.evaluate(async () => (await fetch("/api/requests")).text());
    expect(stored).toContain("From curl");
    expect(stored).not.toContain("s3cret-value");

    await page.keyboard.press("s");
    await requests.button("Send From curl").click();
    await expect(rail.exchangeWithText("stream from curl")).toBeVisible();
    await timeline.expectVerdict("Completed");

    await page.keyboard.press("s");
    await requests.show("From the editor");
    await expect(requests.field("Request URL")).toHaveValue(url);
    await requests.button("Open in editor").click();
    await expect(composer.requestEditor).toBeVisible();
  },
);
