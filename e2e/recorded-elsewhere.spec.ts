// Runs that another process records into the same folder: listed as running, followed live, and ended
// when that process has ended or was killed.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { createArtifactUpdate, status } from "../fixtures/event-builders.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { createMessageParams, postRpc } from "./agents/raw-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { test as base, expect } from "./support/fixtures.ts";
import { getFreePort } from "./support/free-port.ts";

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

test("a run whose recorder was killed ends as it is in its log", async ({
  call,
  loupe,
  ownServer,
}) => {
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
});
