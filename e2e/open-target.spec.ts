// `loupe ADDRESS` and `loupe LOG` print a link that lands on the agent or the run.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, LONG, test } from "./support/fixtures.ts";

// Each starts a server of its own.
test.slow();

let child: ChildProcess | null = null;
test.afterEach(async () => {
  if (child === null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
  child = null;
});

/** Starts Loupe as a user does. Resolves to the link. */
async function open(target: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const started = spawn(process.execPath, ["bin/loupe.mjs", target, "--no-open", "--port", "0"], {
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      LOUPE_DATA: mkdtempSync(join(tmpdir(), "loupe-target-")),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const lines: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line);
    const link = /^Open (\S+)$/.exec(line)?.[1];
    if (link === undefined) continue;
    expect(lines[0]).toMatch(/^Loupe is at http/);
    return link;
  }
  throw new Error(`no link: ${lines.join("\n")}`);
}

test("the link to an agent shows its card, connected, and a message can be sent", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  await loupe.open(await open(agent.url));
  await expect(loupe.inspector.panel).toContainText("Scripted 1.0");
  await expect(loupe.connect.address).toHaveValue(agent.url);
  await expect(loupe.rail.exchange("GET agent-card.json")).toHaveCount(1);
  await loupe.composer.sendMessage("stream");
  await loupe.timeline.expectVerdict("Completed");
});

test("the link to a log shows its run", LONG, async ({ loupe }) => {
  await loupe.open(await open("fixtures/formats/curl-stream.sse"));
  await expect(loupe.timeline.rows.first()).toBeVisible();
  await expect(loupe.page).toHaveTitle(/curl-stream\.sse/);
});

test("a link from somewhere else makes Loupe call nobody", async ({ loupe, home, startAgent }) => {
  const agent = await startAgent("1.0");
  const calls: string[] = [];
  loupe.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/connect")) {
      calls.push(request.url());
    }
  });
  const names = ["agent", "url", "address", "open"];
  await loupe.open(`${home}/?${new URLSearchParams(names.map((name) => [name, agent.url]))}`);
  await expect(loupe.connect.button).toBeEnabled();
  expect(calls).toEqual([]);
});
