// Tabs that stay open for days: networks fail, machines sleep, tabs are hidden. Every tab resumes from
// its last record by itself, and shows nothing twice.
import { readFile } from "node:fs/promises";
import { type CountingAgent, startCountingAgent } from "./agents/counting-agent.ts";
import { Loupe } from "./panels/loupe.ts";
import { expect, test } from "./support/fixtures.ts";
import { NetworkProxy } from "./support/network-proxy.ts";
import { hidePage, runWhileFrozen, showPage } from "./support/page-visibility.ts";
import { TestServer } from "./support/test-server.ts";

// Traces take screenshots of many tabs, and during these none of them can draw.
test.use({ needsOwnContext: true, trace: "off" });

/** Longer than the page waits for a silent feed. */
const SILENCE_MS = 45_000;
const HOUR_MS = 3_600_000;

let agent: CountingAgent;
let network: NetworkProxy;
let server: TestServer;

test.beforeEach(async () => {
  agent = await startCountingAgent();
  network = new NetworkProxy();
  await network.start();
  server = new TestServer();
  await server.start({ LOUPE_HOSTS: network.host });
  network.setTarget(server.url);
});

test.afterEach(async () => {
  network.close();
  await server.stop();
  await agent.close();
});

/** Sends a message, and waits for the first event. */
async function beginIn(loupe: Loupe): Promise<void> {
  await loupe.open(network.url);
  await loupe.connect.connectTo(agent.url);
  await loupe.composer.sendMessage("count");
  await expect(loupe.timeline.row("State", "working")).toHaveCount(1);
  agent.sendNumbers(3);
  await hasAllIn(loupe);
}

/** Everything that was sent is shown exactly once. */
async function hasAllIn({ timeline }: Loupe): Promise<void> {
  const answer = timeline.row("Artifact", "answer");
  await expect(timeline.frameCell(answer)).toHaveText(String(agent.count()));
}

async function endsWhole(loupe: Loupe): Promise<void> {
  const { timeline, inspector } = loupe;
  agent.finish();
  await timeline.expectVerdict("Completed");
  await timeline.row("Artifact", "answer").click();
  await expect(inspector.rendered).toHaveText(agent.getSentText().trim());
}

async function isRecorded(loupe: Loupe): Promise<void> {
  const last = `"${agent.count() - 1} "`;
  const isThere = async () =>
    (await readFile(server.getRecordingFile(loupe.recording), "utf8")).includes(
      last.replaceAll('"', '\\"'),
    );
  await expect.poll(isThere).toBe(true);
}

const isLost = ({ timeline }: Loupe) =>
  expect(timeline.panel).toContainText("Server not responding");

test("recovers from networks that fail or drop everything, and from sleep on either side", async ({
  loupe,
  page,
}) => {
  await page.clock.install();
  await beginIn(loupe);

  await test.step("the network is down for a while", async () => {
    network.goDown();
    await isLost(loupe);
    agent.sendNumbers(3);
    network.comeBack();
    await hasAllIn(loupe);
  });

  await test.step("the network drops everything, including what is sent meanwhile", async () => {
    network.goSilent();
    agent.sendNumbers(3);
    await page.clock.fastForward(SILENCE_MS);
    await isLost(loupe);
    // The next message is on its way by then, and lost as well.
    await expect.poll(() => network.hasSwallowed("POST /api/feed")).toBe(true);
    network.comeBack();
    agent.sendNumbers(3);
    await page.clock.fastForward(SILENCE_MS);
    await hasAllIn(loupe);
  });

  await test.step("the server sleeps for an hour of the page's time", async () => {
    server.freeze();
    agent.sendNumbers(3);
    await page.clock.fastForward(HOUR_MS);
    await isLost(loupe);
    server.thaw();
    agent.sendNumbers(3);
    await page.clock.fastForward(SILENCE_MS);
    await hasAllIn(loupe);
  });

  await test.step("the page sleeps, and its timers are due when it wakes", async () => {
    await runWhileFrozen(page, async () => {
      agent.sendNumbers(3);
      await isRecorded(loupe);
    });
    await page.clock.fastForward(HOUR_MS);
    agent.sendNumbers(3);
    await hasAllIn(loupe);
  });

  await endsWhole(loupe);
});

test("hidden tabs hold no connection, and continue when shown", async ({ loupe, context }) => {
  await beginIn(loupe);
  const tabs = [loupe];
  // A browser opens at most six connections to a server.
  while (tabs.length < 7) {
    await hidePage((tabs.at(-1) ?? loupe).page);
    const tab = new Loupe(await context.newPage());
    await tab.open(`${network.url}/?run=${loupe.recording}`);
    await hasAllIn(tab);
    tabs.push(tab);
  }
  agent.sendNumbers(3);
  await hasAllIn(tabs.at(-1) ?? loupe);
  await hidePage((tabs.at(-1) ?? loupe).page);
  await showPage(loupe.page);
  await hasAllIn(loupe);
  agent.sendNumbers(3);
  await endsWhole(loupe);
});
