// Runs that another process records into the same folder: listed as running, followed live, and ended
// when that process has ended or was killed.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { createArtifactUpdate, status } from "../fixtures/event-builders.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { createMessageParams, postRpc } from "./agents/raw-client.ts";
import { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { test as base, expect, LONG } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

/** A call through `loupe tap`, a process of its own that records into the folder of `ownServer`. */
interface TappedCall {
  readonly tap: ChildProcess;
  /** The agent sends an event. */
  send(event: object): void;
  /** The agent ends its response. */
  end(): void;
}

const test = base.extend<{ call: TappedCall }>({
  call: async ({ ownServer }, use) => {
    let response: ServerResponse | null = null;
    const agent = createServer((_, started) => {
      started.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      response = started;
    });
    const target = new URL(await listen(agent)).host;
    const env = { ...process.env, LOUPE_DATA: ownServer.data };
    const listening = `127.0.0.1:${await getFreePort()}`;
    const argv = ["bin/loupe.mjs", "tap", `${listening}=${target}`];
    const tap = spawn(process.execPath, argv, { env, stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface({ input: tap.stderr })) {
      if (line.startsWith("Recording")) break;
    }
    tap.stderr.resume();
    const params = createMessageParams("0.3", "Rain in Oslo?");
    const answer = await postRpc("0.3", `http://${listening}/`, "stream", params);
    const reading = answer.text().catch(() => undefined);
    await use({
      tap,
      send: (result) =>
        void response?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`),
      end: () => void response?.end(),
    });
    tap.kill("SIGKILL");
    await reading;
    await closeServer(agent);
  },
});

test("a run of another process is listed as running, followed live, and ends as it ended", async ({
  call,
  loupe,
  ownServer,
  page,
}) => {
  call.send(status("working"));
  await loupe.open(ownServer.url);
  await loupe.library.open();
  const row = loupe.library.row("Rain in Oslo?");
  await expect(row).toContainText("Recording");
  await expectAccessible(page, "library with a run of another process", "dialog[open]");
  await row.press("Enter");
  await loupe.timeline.expectVerdict("Working");
  call.send(createArtifactUpdate("a", "It will rain until noon."));
  await expect(loupe.timeline.list).toContainText("It will rain until noon.");
  await loupe.timeline.expectVerdict("Working");

  // Only the other process can stop it.
  await expect(page.getByRole("button", { name: "Stop watching" })).toBeHidden();
  await loupe.library.open();
  await loupe.library.doWith("Rain in Oslo?", "Delete");
  await expect(loupe.library.toast("still being recorded")).toBeVisible();
  await expect(row).toBeVisible();
  await page.keyboard.press("Escape");

  call.send(status("completed"));
  call.end();
  call.tap.kill("SIGINT");
  await loupe.timeline.expectVerdict("Completed");
  await loupe.library.open();
  await expect(row).toContainText("Completed");
});

test(
  "a run whose recorder was killed ends as it is in its log",
  LONG,
  async ({ call, loupe, ownServer }) => {
    call.send(status("working"));
    await loupe.open(ownServer.url);
    await loupe.library.open();
    const row = loupe.library.row("Rain in Oslo?");
    await expect(row).toContainText("Recording");
    await row.press("Enter");
    await loupe.timeline.expectVerdict("Working");
    call.tap.kill("SIGKILL");
    await loupe.timeline.expectVerdict("Ended while working");
    await loupe.library.open();
    await expect(row).toContainText("Ended while working");
  },
);

test(
  "a second server of the folder shows a run of the first live, and can't continue it",
  LONG,
  async ({ context, loupe, ownServer, startStreamingAgent }) => {
    const agent = await startStreamingAgent("1.0");
    await loupe.open(ownServer.url);
    await loupe.connect.connectTo(agent.url);
    await loupe.composer.sendMessage("Is the water high?");
    await loupe.timeline.expectVerdict("Working");
    const second = new TestServer();
    await second.start({ LOUPE_DATA: ownServer.data });
    const other = new Loupe(await context.newPage());
    await other.open(new URL(`/?run=${loupe.recording}`, second.url).href);
    await other.timeline.expectVerdict("Working");
    const composer = other.page.getByRole("region", { name: "Composer" });
    await expect(composer).toContainText("Another process is recording this run.");
    await expect(composer.getByRole("button", { name: "Stop watching" })).toBeHidden();
    await expectAccessible(other.page, "composer of a run of another process");
    await other.composer.message.fill("hello");
    await other.composer.send.click();
    await expect(composer.locator("[data-part=banner]")).toContainText(
      "is still recording this run",
    );
    await expect(other.composer.message).toHaveValue("hello");
    // The second continues the run when it has ended.
    for (let step = 0; step < 20; step++) agent.resume();
    await other.timeline.expectVerdict("Completed");
    await expect(composer).not.toContainText("Another process");
    await composer.getByRole("button", { name: "Try again" }).click();
    await expect(loupe.timeline.row("Message", "hello")).toBeVisible();
    await loupe.timeline.expectVerdict("Completed");
    await agent.close();
    await second.stop();
  },
);
