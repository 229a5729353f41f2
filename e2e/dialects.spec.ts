// Content beyond plain A2A: interpreted, displayed, and replied to.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { APPROVAL_URI, FORM_URI, SECRETS_URI } from "./agents/asking-agent.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createRecordingLog,
  createTaskEvents,
  readFixtureFile,
} from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

const SECRET = "k-5ecret-of-the-port";
const INSPECTOR = "[data-testid=inspector]";

const ids = { taskId: "task-1", contextId: "context-1" };
const PLATFORM = "https://a2a-extensions.adk.kagenti.dev";

const says = (text: string, metadata: object, state = "working") => ({
  kind: "status-update",
  ...ids,
  status: {
    state,
    message: {
      kind: "message",
      role: "agent",
      messageId: text,
      parts: [{ kind: "text", text }],
      metadata,
    },
  },
});

const artifact = (name: string, text: string, more: object = {}) => ({
  kind: "artifact-update",
  ...ids,
  artifact: { artifactId: name, name, parts: [{ kind: "text", text }], ...more },
});

const openLog = (loupe: Loupe, ...events: object[]) =>
  loupe.drop(
    "run.jsonl",
    createRecordingLog({ prompt: "go", events: createTaskEvents(...events) }),
  );

test.describe("an agent that requests", () => {
  test("a form gets it filled in, and continues the same task", async ({ loupe, askingAgent }) => {
    const { composer, timeline, content: said } = loupe;
    await loupe.connectTo(askingAgent.url);
    await composer.sendMessage("form");
    await timeline.expectVerdict("Input required");
    const asked = timeline.row("Message", "Your boat");
    await expect(asked).toContainText("form requested");
    await asked.click();
    const form = said.view("Form");
    await expect(form).toContainText("For the harbour office.");
    await expect(said.field("Day")).toHaveValue("2026-03-01");
    await expect(said.field("Kind")).toHaveValue("sail");
    await said.button("Hand in").click();
    expect(askingAgent.received, "a required field was left empty").toHaveLength(1);
    await said.field("Name").fill("Vega");
    await said.field("Kind").selectOption("motor");
    await said.field("Fresh water").check();
    await said.request.click();
    await expect(said.preview).toContainText('"value": "Vega"');
    await expect(said.preview).toContainText('"taskId": "task-1"');
    await expectAccessible(loupe.page, "a form", INSPECTOR);
    await said.button("Hand in").click();
    await timeline.expectVerdict("Completed");
    await expect(said.replied).toBeVisible();
    const { message, headers } = askingAgent.received[1] ?? { message: {}, headers: {} };
    expect(message).toMatchObject({
      taskId: "task-1",
      contextId: "context-1",
      parts: [{ text: "Your boat" }],
      extensions: [FORM_URI],
      metadata: {
        [FORM_URI]: {
          values: {
            name: { type: "text", value: "Vega" },
            day: { type: "date", value: "2026-03-01" },
            kind: { type: "singleselect", value: "motor" },
            extra: { type: "checkbox_group", value: { water: true } },
          },
        },
      },
    });
    expect(headers["a2a-extensions"]).toContain(FORM_URI);
    await said.replied.getByRole("button", { name: "Go to reply" }).click();
    await expect(timeline.list.locator("[aria-selected=true]")).toContainText("user");
  });

  for (const [label, decision] of [
    ["Approve", "approve"],
    ["Reject", "reject"],
  ] as const) {
    test(
      `an approval receives: ${decision}`,
      decision === "approve" ? {} : LONG,
      async ({ loupe, askingAgent }) => {
        const { composer, timeline, content: said } = loupe;
        await loupe.connectTo(askingAgent.url);
        await composer.sendMessage("approval");
        await timeline.row("Message", "approval requested").click();
        const approval = said.view("Approval");
        await expect(approval).toContainText("Books a berth");
        await expect(approval).toContainText("book_berth");
        await expect(approval).toContainText("pier: 3");
        await said.field("Reason").fill("on my account");
        await said.field("Reason").press("Enter");
        expect(askingAgent.received, "the Enter key decides nothing").toHaveLength(1);
        if (decision === "approve") await expectAccessible(loupe.page, "an approval", INSPECTOR);
        await said.button(label).click();
        await timeline.expectVerdict("Completed");
        expect(askingAgent.received[1]?.message).toMatchObject({
          taskId: "task-1",
          parts: [{ text: "on my account" }],
          metadata: { [APPROVAL_URI]: { decision } },
        });
        await expect(said.replied).toBeVisible();
      },
    );
  }

  test("a secret receives it, and it is stored nowhere else", async ({ loupe, askingAgent }) => {
    const { page, composer, timeline, content: said } = loupe;
    await loupe.connectTo(askingAgent.url);
    await composer.sendMessage("secret");
    await timeline.row("Message", "secrets requested").click();
    const key = said.field("Port key");
    await expect(key).toHaveAttribute("type", "password");
    await key.fill(SECRET);
    await said.request.click();
    await expect(said.preview).toContainText('"secret": "••••••"');
    await expectAccessible(page, "a demand for secrets", INSPECTOR);
    await said.button("Send secrets").click();
    await timeline.expectVerdict("Completed");
    expect(askingAgent.received[1]?.message).toMatchObject({
      metadata: { [SECRETS_URI]: { secret_fulfillments: { PORT: { secret: SECRET } } } },
    });
    await expect(said.replied).toBeVisible();
    await timeline.row("Message", "Thank you").click();
    await expect(page.locator("body")).not.toContainText(SECRET);
    const file = join(process.env.LOUPE_E2E_DATA ?? "", "recordings", `${loupe.recording}.jsonl`);
    const log = await readFile(file, "utf8");
    expect(log).toContain("secret_fulfillments");
    expect(log).not.toContain(SECRET);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(SECRET);
  });

  test("input cannot be answered in a saved log, and the reason is shown", async ({ loupe }) => {
    await loupe.open();
    await loupe.drop("asks.sse", readFixtureFile("shapes/kagenti-asks.sse"));
    await loupe.timeline.row("Message", "Leave?").click();
    await expect(loupe.content.view("Approval")).toContainText("No agent is connected.");
    await expect(loupe.content.button("Approve")).toHaveCount(0);
    await expect(loupe.content.button("Copy “Reject”")).toBeVisible();
    await loupe.timeline.row("Message", "Sign in").click();
    const link = loupe.content.view("Sign-in").getByRole("link");
    await expect(link).toHaveAttribute("rel", /noreferrer/);
    await expect(link).toHaveAttribute("target", "_blank");
  });
});

test.describe("attachments of a message", () => {
  test("can be steps, citations and unknown extensions, and nothing is fetched", async ({
    loupe,
  }) => {
    const { page, timeline, content: said, inspector } = loupe;
    const { errors, foreignRequests } = recordPageErrors(page);
    const image = "![x](https://tracker.example/x.png)";
    await loupe.open();
    await openLog(
      loupe,
      says("Grüße 🌊: tides are high.", {
        [`${PLATFORM}/ui/trajectory/v1`]: [
          { title: "Web search", content: `**q=tide** ${image}`, group_id: "a" },
          { title: null, content: "3 hits", group_id: "a" },
        ],
        [`${PLATFORM}/ui/citation/v1`]: [
          { start_index: 9, end_index: 14, url: "https://tides.example/a", title: "Tides" },
          { start_index: 900, end_index: 901, url: "javascript:alert(1)", title: "No" },
        ],
        "https://tools.example/ext/tea-kettle/v2": { on: true, api_key: SECRET },
      }),
    );
    await timeline.row("Message", "tides are high").click();
    await expect(said.view("Steps").getByRole("listitem")).toHaveCount(2);
    await expect(said.view("Steps").locator("strong")).toHaveText("q=tide");
    const notes = said.view("Citations").getByRole("listitem");
    await expect(notes.first().locator("q")).toHaveText("tides");
    await expect(notes.first().getByRole("link")).toHaveAttribute(
      "href",
      "https://tides.example/a",
    );
    await expect(notes.nth(1)).toContainText("not in the text");
    await expect(notes.nth(1).getByRole("link")).toHaveCount(0);
    const kettle = said.more.getByText("tea-kettle/v2", { exact: true });
    await expect(said.more).not.toContainText("on: true");
    await kettle.click();
    await expect(said.more).toContainText("https://tools.example/ext/tea-kettle/v2");
    await expect(said.more).toContainText("on: true");
    await expect(inspector.panel).not.toContainText(SECRET);
    await expectAccessible(page, "steps, citations and an extension", INSPECTOR);
    await kettle.click();
    await expect(said.more).not.toContainText("on: true");
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("can be arbitrary data without breaking the panel", LONG, async ({ loupe }) => {
    const { page, timeline, inspector } = loupe;
    const { errors } = recordPageErrors(page);
    const under = ["ui/trajectory/v1", "ui/citation/v1", "ui/error/v1", "ui/form_request/v1"]
      .concat(["interactions/approval/v1", "auth/oauth/v1", "auth/secrets/v1"])
      .map((tail) => `${PLATFORM}/${tail}`);
    const long = "x".repeat(300_000);
    const deep = JSON.parse(`${'{"steps":['.repeat(400)}${"]}".repeat(400)}`) as object;
    const fields = Array.from({ length: 3000 }, (_, id) => ({ id, type: {}, label: [id] }));
    const values = [
      null,
      7,
      [[[]], null, 3],
      { fields: [null, {}, { id: "a", type: 5, options: "no", default_value: { a: 1 } }] },
      { fields },
      { fields: [{ id: long, label: long, options: Array(2000).fill("o") }], title: long },
      { error: { message: long, errors: [1, null, { message: {} }] }, stack_trace: long },
      Array.from({ length: 5000 }, (_, i) => ({ title: `step ${i}`, url: "x", start_index: -1 })),
      { secret_demands: { a: null, b: 4 }, action: "x", title: {}, description: long },
      deep,
    ];
    const events = values.map((value, i) =>
      says(`number ${i}`, Object.fromEntries(under.map((uri) => [uri, value]))),
    );
    await loupe.open();
    await openLog(loupe, ...events);
    for (const [i] of values.entries()) {
      await timeline.row("Message", `number ${i}`).click();
      await expect(inspector.title).toHaveText(`number ${i}`);
      await expect(inspector.rendered).toHaveText(`number ${i}`);
    }
    expect(errors).toEqual([]);
  });

  test("can be failures, traces, surfaces and payments", LONG, async ({ loupe }) => {
    const { page, timeline, content: said } = loupe;
    await loupe.open();
    await loupe.drop("extensions.sse", readFixtureFile("shapes/extensions.sse"));
    await timeline.row("Message", "1 part").click();
    await expect(said.view("Payment")).toContainText("899 NOK");
    await expectAccessible(page, "a payment", INSPECTOR);
    await timeline.row("Artifact", "ui").click();
    await expect(said.view("Surface")).toHaveText(/Root componentcol.*High water/);
    await timeline.row("Artifact", "done").click();
    await expect(said.view("Trace").getByRole("listitem")).toHaveText([
      /Tides.*840 ms · 120 tokens/,
      /read_tide.*12 ms/,
    ]);
    await expectAccessible(page, "a trace", INSPECTOR);
    await loupe.drop("asks.sse", readFixtureFile("shapes/kagenti-asks.sse"));
    await timeline.row("Message", "It failed").click();
    await expect(said.view("Failure")).toContainText("TimeoutError slow");
    await expectAccessible(page, "a failure", INSPECTOR);
  });
});

test(
  "a row shows the matched rule, the confidence, and the fields used",
  LONG,
  async ({ loupe }) => {
    const { timeline, inspector } = loupe;
    await loupe.open();
    await loupe.drop("tools.jsonl", readFixtureFile("recorded/frameworks/adk-js-tools.jsonl"));
    await expect(timeline.verdict).toContainText("174 tokens");
    await timeline.row("Tool").first().click();
    await expect(inspector.fact("Dialect")).toContainText("ADK");
    await expect(inspector.fact("Matched rule")).toContainText("function_call");
    await expect(inspector.fact("Confidence")).toHaveText("certain");
    await timeline.row("Artifact").first().click();
    await expect(inspector.fact("Tokens")).toHaveText("70");
    await expect(inspector.fact("Tokens")).toHaveAttribute("title", /\d+ prompt, \d+ output/);
  },
);

test("a tool call without an end is shown as never ended", LONG, async ({ loupe }) => {
  const { timeline, inspector } = loupe;
  await loupe.open();
  await openLog(loupe, artifact("tool_notification_start", "🔧 Calling read_tide..."));
  await expect(timeline.row("Tool")).toContainText("unpaired tool notice");
  await timeline.row("Tool").click();
  await expect(inspector.fact("State")).toHaveText("never ended");
});

test("the steps of a plan are shown as of the playhead", async ({ loupe }) => {
  const { timeline, content, transport } = loupe;
  const plan = (first: string, second: string) =>
    artifact("execution_plan_update", `- ${first} Look at the tide\n- ${second} Book a berth\n`);
  await loupe.open();
  await openLog(loupe, plan("🔄", "⏳"), plan("✅", "🔄"), plan("✅", "✅"));
  await timeline.row("Plan").first().click();
  await transport.toEnd.click();
  await expect(content.steps.getByRole("listitem")).toHaveText([/^done/, /^done/]);
  await transport.stepBack.click();
  await transport.stepBack.click();
  await expect(content.steps.getByRole("listitem")).toHaveText([/^done/, /^in progress/]);
  await transport.stepBack.click();
  await expect(content.steps.getByRole("listitem")).toHaveText([/^in progress/, /^to do/]);
});

test("a duplicated result leads from its tag", LONG, async ({ loupe }) => {
  const { timeline, inspector } = loupe;
  const streamed = artifact("streaming_result", "High water at 14:20.");
  const whole = timeline.row("Result", "partial_result");
  await loupe.open();

  await test.step("to the other copy if they are the same", async () => {
    await openLog(loupe, streamed, artifact("partial_result", "High water at 14:20."));
    await whole.getByRole("button", { name: "identical to stream" }).focus();
    await loupe.page.keyboard.press("Enter");
    await expect(timeline.row("Result", "streaming_result")).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  await test.step("to the comparison if they differ", async () => {
    await loupe.showStartPage();
    await openLog(loupe, streamed, artifact("partial_result", "High water at 15:40."));
    await whole.getByRole("button", { name: "differs from stream" }).click();
    await expect(whole).toHaveAttribute("aria-selected", "true");
    await expect(inspector.comparison.locator("del")).toHaveText(["14", "20"]);
    await expect(inspector.comparison.locator("ins")).toHaveText(["15", "40"]);
    await expectAccessible(loupe.page, "a comparison", INSPECTOR);
  });
});

test("a streamed result keeps its attachments as of the playhead", LONG, async ({ loupe }) => {
  const { timeline, content, transport } = loupe;
  await loupe.open();
  const uri = "https://tools.example/ext/tea-kettle/v2";
  await openLog(loupe, createChunk("one "), {
    ...createChunk("two", true),
    metadata: { [uri]: { on: true } },
  });
  await timeline.row("Artifact").click();
  await expect(content.more).toContainText("tea-kettle");
  await transport.stepBack.click();
  await transport.stepBack.click();
  await expect(content.more).toHaveCount(0);
});
