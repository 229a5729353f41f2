// Many visible windows of one browser, each with its own live run: a browser opens six connections to
// a server, and all windows must stay live.
import { readFile } from "node:fs/promises";
import type { BrowserContext } from "@playwright/test";
import { type CountingAgent, startCountingAgent } from "./agents/counting-agent.ts";
import { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { hidePage, showPage } from "./support/page-visibility.ts";
import { TestServer } from "./support/test-server.ts";

// Traces take screenshots of many tabs, and during these none of them can draw.
test.use({ needsOwnContext: true, trace: "off" });

/** One more than a browser opens connections to a server. */
const WINDOWS = 7;

let agent: CountingAgent;
let server: TestServer;

test.beforeEach(async () => {
  agent = await startCountingAgent();
  server = new TestServer();
  await server.start();
});

test.afterEach(async () => {
  await server.stop();
  await agent.close();
});

/** An exchange with the agent, in a separate recording. */
async function beginRun(): Promise<string> {
  const message = { kind: "message", role: "user", messageId: "m", parts: [] };
  const call = { jsonrpc: "2.0", id: 1, method: "message/stream", params: { message } };
  const answer = await fetch(`${server.url}/api/exchanges`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      method: "POST",
      url: agent.url,
      headers: [["content-type", "application/json"]],
      body: JSON.stringify(call),
    }),
  });
  const { recording } = await answer.json();
  await expect.poll(() => readFile(server.getRecordingFile(recording), "utf8")).toContain("task-1");
  return recording;
}

async function openWindow(context: BrowserContext, recording: string): Promise<Loupe> {
  const loupe = new Loupe(await context.newPage());
  await loupe.open(`${server.url}/?run=${recording}`);
  return loupe;
}

async function openWindows(context: BrowserContext): Promise<Loupe[]> {
  const recordings = await Promise.all(Array.from({ length: WINDOWS }, beginRun));
  agent.sendNumbers(1);
  const windows: Loupe[] = [];
  for (const recording of recordings) {
    const loupe = await openWindow(context, recording);
    await hasAllIn(loupe);
    windows.push(loupe);
  }
  return windows;
}

/** Everything that was sent is shown exactly once. */
async function hasAllIn({ timeline }: Loupe): Promise<void> {
  const answer = timeline.row("Artifact", "answer");
  await expect(timeline.frameCell(answer)).toHaveText(String(agent.count()));
}

const allHave = (windows: readonly Loupe[]) => Promise.all(windows.map(hasAllIn));

const answersIn = ({ page }: Loupe) =>
  page.evaluate(async () => (await fetch("/api/limits")).status);

test(
  "seven visible windows stay live, and other requests are answered",
  LONG,
  async ({ context }) => {
    test.slow();
    const windows = await openWindows(context);
    agent.sendNumbers(3);
    await allHave(windows);
    expect(await Promise.all(windows.map(answersIn))).toEqual(windows.map(() => 200));

    await test.step("closing, hiding and showing windows leaves the others live", async () => {
      const [closed, left, ...others] = windows;
      await closed?.page.close();
      if (!left) throw new Error("there are no windows");
      await hidePage(left.page);
      agent.sendNumbers(3);
      await allHave(others);
      await showPage(left.page);
      await hasAllIn(left);
      agent.sendNumbers(3);
      await allHave([left, ...others]);
    });

    await test.step("one window switches to another run", async () => {
      const [, , moved, ...others] = windows;
      const recording = await beginRun();
      await moved?.open(`${server.url}/?run=${recording}`);
      agent.sendNumbers(3);
      await allHave(others);
      // The new run lacks what was sent before it started.
      if (moved) await moved.timeline.row("Artifact", "answer").waitFor();
    });

    agent.finish();
    for (const { timeline } of windows.slice(3)) await timeline.expectVerdict("Completed");
  },
);

test("without shared workers, each window follows by itself", async ({ context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
  const loupe = await openWindow(context, await beginRun());
  agent.sendNumbers(3);
  await hasAllIn(loupe);
  agent.sendNumbers(3);
  await hasAllIn(loupe);
});

test(
  "a window of one user shows nothing to another user of the same browser",
  LONG,
  async ({ browser }) => {
    await server.stop();
    server = new TestServer();
    await server.start({ LOUPE_USERS: "ann,bob" });
    const context = await browser.newContext();
    const runOf = async (name: string) => {
      const [address = "", token = ""] = (server.userUrls[name] ?? "").split("#token=");
      const authorization = `Bearer ${token}`;
      await context.request.post(new URL("/token", address).href, { headers: { authorization } });
      const loupe = new Loupe(await context.newPage());
      await loupe.open(server.url);
      await loupe.connect.connectTo(agent.url);
      await loupe.composer.sendMessage("count");
      await expect(loupe.timeline.row("State", "working")).toHaveCount(1);
      return loupe;
    };
    const ann = await runOf("ann");
    agent.sendNumbers(3);
    await hasAllIn(ann);
    const bob = await runOf("bob");
    // The browser now sends bob's token, which gives no access to ann's run.
    await expect(ann.timeline.problem).toContainText(/Recording ".*" not found/);
    agent.sendNumbers(3);
    await expect(bob.timeline.row("Artifact", "answer")).toBeVisible();
    await bob.page.goto(`${server.url}/?run=${ann.recording}`);
    await expect(bob.timeline.problem).toContainText(/Recording ".*" not found/);
    await context.close();
  },
);
