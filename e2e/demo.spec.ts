// The built-in demo agent shows every feature without another agent or a network.

import { createServer } from "node:http";
import { createDemoKey } from "../lib/server/demo-access.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { createMessageParams, postRpc, readEventData } from "./agents/raw-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.describe("the demo agent", () => {
  test.beforeEach(({ loupe }) => loupe.connectToDemo());

  test("plans, calls a tool and writes a result", async ({ loupe }) => {
    const { composer, timeline, inspector } = loupe;
    await composer.sendMessage("plan a trip");
    await timeline.expectVerdict("Completed");
    await expect(timeline.row("Plan")).toHaveCount(1);
    await expect(timeline.row("Plan").getByRole("listitem")).not.toHaveCount(0);
    await expect(timeline.row("Tool", "get_weather")).toHaveCount(1);
    await expect(timeline.row("Tool")).toContainText("completed");
    await timeline.row("Result", "streaming_result").click();
    await expect(
      inspector.rendered.getByRole("heading", { name: "Weather for your trip" }),
    ).toBeVisible();
    await expect(inspector.rendered.getByRole("table")).toContainText("Saturday");
    await expect(inspector.rendered.getByRole("listitem")).toHaveCount(3);
  });

  test("offers its messages below the composer until the first one", async ({ loupe, page }) => {
    const { composer, timeline, palette } = loupe;
    const examples = page.getByRole("list", { name: "Examples from the agent card" });
    await examples.getByRole("button", { name: "fail, please", exact: true }).click();
    await expect(composer.message).toHaveValue("fail, please");
    await expect(composer.message).toBeFocused();
    await expect(examples).toBeHidden();
    await composer.message.fill("");
    await expectAccessible(page, "examples");
    await examples.getByRole("button", { name: "message only: send now" }).click();
    await timeline.expectVerdict("Answered with a message");
    await expect(composer.message).toHaveValue("");
    await expect(examples).toBeHidden();

    await palette.choose("Show timing");
    await expect(timeline.timing).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await palette.sheet.getByRole("button", { name: "Glossary" }).click();
    const glossary = page.getByRole("dialog", { name: "Glossary" });
    await expect(glossary.getByRole("term").filter({ hasText: /^Dialect$/ })).toBeVisible();
    await expectAccessible(page, "glossary");
    await page.goBack();
    await expect(glossary).toBeHidden();
  });

  test("asks, and continues after the reply", async ({ loupe }) => {
    const { composer, timeline, inspector } = loupe;
    await composer.sendMessage("ask me something");
    await timeline.expectVerdict("Input required");
    await expect(timeline.row("Message", "Which city should I look at?")).toHaveCount(1);
    await expect(composer.chosenTarget).toHaveText(/^Continue task/);
    await composer.sendMessage("Bergamo");
    await timeline.expectVerdict("Completed");
    await timeline.row("Result").click();
    await expect(inspector.rendered).toHaveText("Thank you. For Bergamo: sunny, 21 °C.");
  });

  test("fails", LONG, async ({ loupe }) => {
    await loupe.composer.sendMessage("fail");
    await loupe.timeline.expectVerdict("Failed");
    await expect(loupe.timeline.row("Message", "did not answer (503)")).toHaveCount(1);
    await expect(loupe.timeline.row("Result", "I will look that up")).toHaveCount(1);
  });

  test("is cut off mid-stream", async ({ loupe }) => {
    await loupe.composer.sendMessage("cut");
    await loupe.timeline.expectVerdict("Connection lost");
    await expect(loupe.timeline.row("State", "completed")).toHaveCount(0);
    await loupe.timeline.row("Result").click();
    await expect(loupe.inspector.rendered).toContainText("Weather for your trip");
  });

  test("replies with only a message", LONG, async ({ loupe }) => {
    await loupe.composer.sendMessage("message");
    await loupe.timeline.expectVerdict("Answered with a message");
    await expect(loupe.timeline.row("Message", "without a task")).toHaveCount(1);
  });
});

test("any other client can call it", async ({ home }) => {
  const card = await (await fetch(`${home}/demo/.well-known/agent-card.json`)).json();
  const [{ url }] = card.supportedInterfaces;
  expect(url).toContain(`${home}/demo`);
  const plain = await postRpc("1.0", url, "send", createMessageParams("1.0", "message"));
  expect(await plain.json()).toMatchObject({ result: { message: { role: "ROLE_AGENT" } } });
  const stream = await postRpc("1.0", url, "stream", createMessageParams("1.0", "ask"));
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const events = [];
  for await (const event of readEventData(stream)) events.push(JSON.stringify(event));
  expect(events.at(-1)).toContain("TASK_STATE_INPUT_REQUIRED");
});

test("a server that others can reach may call its own demo agent, and nothing else on this machine", async () => {
  const server = new TestServer();
  const card = { name: "Neighbour", url: "http://127.0.0.1:1/", skills: [], capabilities: {} };
  const neighbour = createServer((_, response) => void response.end(JSON.stringify(card)));
  const neighbourUrl = await listen(neighbour);
  try {
    await server.start({ HOST: "0.0.0.0", LOUPE_TOKEN: "" });
    const { origin, hash } = new URL(server.url);
    const authorization = `Bearer ${hash.replace("#token=", "")}`;
    const headers = { authorization, "content-type": "application/json" };
    const ask = async (path: string, body: object) =>
      (await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) })).json();

    const found = await ask("/api/connect", { address: `${origin}/demo` });
    const { supportedInterfaces } = JSON.parse(found.card.text);
    expect(supportedInterfaces[0].url).toBe(`${origin}/demo`);
    expect((await fetch(`${origin}/demo`)).status).toBe(401);
    const log = await fetch(`${origin}/api/recordings/${found.recording}`, { headers });
    const recorded = await log.text();
    expect(recorded).toMatch(/x-loupe-demo/);
    expect(recorded).not.toContain(createDemoKey(hash.replace("#token=", "")));

    for (const address of [neighbourUrl, `${neighbourUrl}/demo`, `${origin}/api/library`]) {
      const { card, tried } = await ask("/api/connect", { address });
      expect(card).toBeNull();
      expect(tried[0].outcome).toMatch(/is a loopback address/);
    }
  } finally {
    await server.stop();
    await closeServer(neighbour);
  }
});
