// Messages with more than text: their content arrives unchanged at real agents. If a message cannot
// be sent, the reason is shown and nothing is lost.
import { randomBytes } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { RUNS_ALL } from "../fixtures/run-count.ts";
import type { AgentVersion } from "./agents/agent.ts";
import { postRpc } from "./agents/raw-client.ts";
import { fillEditor, readEditor } from "./panels/composer.ts";
import type { NamedFile } from "./panels/data-transfer.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

type Json = Record<string, unknown>;

const fileOf = (name: string, mimeType: string, bytes: number | string): NamedFile => ({
  name,
  mimeType,
  buffer: typeof bytes === "number" ? randomBytes(bytes) : Buffer.from(bytes),
});

/** The exchanges of the open recording: requests, and the events of the responses. */
async function recorded(loupe: Loupe, request: APIRequestContext) {
  const file = await (await request.get(`/api/recordings/${loupe.recording}`)).text();
  const records = file
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Json);
  return records
    .filter(({ r, method }) => r === "open" && method === "POST")
    .map(({ x, body, headers, url }) => {
      const data = records.filter((record) => record.r === "data" && record.x === x);
      const text = data.map(({ text, b64 }) => text ?? Buffer.from(String(b64), "base64")).join("");
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ""));
      return { url, headers, body: String(body), text, events };
    });
}

/** The last message that was sent, from the history in the agent's task. */
async function readLastMessage(loupe: Loupe, request: APIRequestContext): Promise<Json> {
  const { events = [] } = (await recorded(loupe, request)).at(-1) ?? {};
  const tasks = events.map(({ result }) => result.task ?? result);
  const [message] = tasks.find(({ history }) => history?.length > 0)?.history ?? [];
  if (!message) throw new Error("the agent shows no message");
  return message;
}

const GENERATIONS: readonly AgentVersion[] = RUNS_ALL ? ["0.2", "0.3", "1.0"] : ["0.3", "1.0"];

/** A file part in the format of a version. */
const filePart = (generation: AgentVersion, { name, mimeType, buffer }: NamedFile) => {
  const bytes = buffer.toString("base64");
  if (generation === "1.0") return { raw: bytes, filename: name, mediaType: mimeType };
  return { kind: "file", file: { name, mimeType, bytes } };
};

test("files chosen, dropped and pasted arrive unchanged at agents of every version", async ({
  loupe,
  request,
  startAgent,
}) => {
  await loupe.open();
  for (const generation of GENERATIONS) {
    await test.step(generation, async () => {
      const agent = await startAgent(generation);
      const { composer, timeline } = loupe;
      const chosen = fileOf("chosen.bin", "application/octet-stream", 20_001);
      const dropped = fileOf("dröpped 🌍.txt", "text/plain", "ünï\r\n\0 text");
      const pasted = fileOf("pasted.png", "image/png", 3000);
      await loupe.connectAnew(agent.url);
      await composer.message.fill("stream this");
      await composer.attachFiles(chosen);
      await expect(composer.parts).toHaveText(/chosen\.bin.*application\/octet-stream.*20 KB/);
      await composer.insertFiles("drop", dropped);
      await expect(composer.parts).toHaveCount(2);
      await composer.insertFiles("paste", pasted);
      await expect(composer.parts).toHaveCount(3);
      await expect(composer.message).toHaveValue("stream this");
      await composer.send.click();
      await timeline.expectVerdict("Completed");
      await expect(composer.parts).toHaveCount(0);
      const message = await readLastMessage(loupe, request);
      const text = generation === "1.0" ? { text: "stream this" } : { kind: "text" };
      expect(message.parts).toMatchObject([
        text,
        ...[chosen, dropped, pasted].map((file) => filePart(generation, file)),
      ]);
    });
  }
});

test(
  "data, metadata, references and a file by URL arrive at agents of every version",
  LONG,
  async ({ loupe, request, startAgent }) => {
    await loupe.open();
    for (const generation of GENERATIONS) {
      await test.step(generation, async () => {
        const agent = await startAgent(generation);
        const { composer, timeline, rail } = loupe;
        await loupe.connectAnew(agent.url);
        await composer.sendMessage("stream");
        await timeline.expectVerdict("Completed");
        await composer.openOptions();
        await composer.addData();
        await fillEditor(composer.json("Data 1"), '{"order": {"qty": 3, "note": "ünï 🌍"}}');
        const options = composer.optionsPanel;
        await options.getByRole("button", { name: "Add message metadata" }).click();
        await fillEditor(composer.json("Message metadata"), '{"trace": "t-1"}');
        await options.getByRole("button", { name: "Add request metadata" }).click();
        await fillEditor(composer.json("Request metadata"), '{"tenant": 7}');
        await composer.option("Reference tasks").getByRole("checkbox").check();
        await composer
          .option("Accepted output")
          .getByRole("checkbox", { name: "text/plain" })
          .check();
        await options.getByLabel("Another output mode").fill("image/png");
        await options.getByLabel("Another output mode").press("Enter");
        await options.getByRole("textbox", { name: "History length" }).fill("4");
        await options.getByLabel("File URL").fill("https://files.example/a%20plan.pdf");
        await options.getByLabel("File media type").fill("application/pdf");
        await options.getByRole("button", { name: "Add file" }).click();
        await composer.message.fill("stream again");
        await composer.send.click();
        await expect(rail.tasks).toHaveCount(2);
        await expect(rail.tasks.first()).toContainText("completed");

        const exchanges = await recorded(loupe, request);
        const [first, second] = exchanges.map(({ body }) => JSON.parse(body).params);
        const message = await readLastMessage(loupe, request);
        const taskId = exchanges[0]?.events
          .map(({ result }) => (result.task ?? result).id)
          .find(Boolean);
        const url = "https://files.example/a%20plan.pdf";
        expect(message).toMatchObject({
          metadata: { trace: "t-1" },
          referenceTaskIds: [taskId],
          parts: [
            {},
            { data: { order: { qty: 3, note: "ünï 🌍" } } },
            generation === "1.0"
              ? { url, filename: "a plan.pdf", mediaType: "application/pdf" }
              : { file: { uri: url, name: "a plan.pdf", mimeType: "application/pdf" } },
          ],
        });
        expect(second).toMatchObject({
          metadata: { tenant: 7 },
          configuration: { acceptedOutputModes: ["text/plain", "image/png"], historyLength: 4 },
        });
        // Unset options are not sent.
        expect(first.metadata).toBeUndefined();
        expect(first.message.referenceTaskIds).toBeUndefined();
      });
    }
  },
);

for (const generation of ["0.3", "1.0"] as const) {
  const details = generation === "1.0" ? {} : LONG;
  test(
    `an agent of ${generation} returns immediately if requested`,
    details,
    async ({ loupe, request, startAgent }) => {
      const agent = await startAgent(generation);
      const { composer, timeline, rail } = loupe;
      await loupe.connectTo(agent.url);
      await composer.openOptions();
      const immediately = composer.option("Return immediately").getByRole("checkbox");
      await expect(immediately).toBeDisabled();
      await expect(composer.option("Return immediately")).toContainText(
        "A stream responds immediately anyway",
      );
      await composer.sendPlainly();
      await immediately.check();
      await composer.sendMessage("slow");
      await expect(
        timeline.row("State", "submitted").or(timeline.row("State", "working")),
      ).not.toHaveCount(0);
      await expect(timeline.row("Artifact")).toHaveCount(0);
      await expect(rail.running).toHaveCount(0);
      const [sent] = await recorded(loupe, request);
      const wanted = generation === "1.0" ? { returnImmediately: true } : { blocking: false };
      expect(JSON.parse(sent?.body ?? "").params.configuration).toMatchObject(wanted);
      // The task continues anyway.
      const task = JSON.parse(sent?.text ?? "").result;
      const { id } = task.task ?? task;
      const got = await postRpc(generation, agent.rpcUrl, "get", { id });
      expect(JSON.stringify(await got.json())).toMatch(/submitted|working/i);
    },
  );
}

test("content that a version does not support is refused by name, and nothing is lost", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, timeline, rail } = loupe;
  await loupe.connectTo(agent.url);
  await composer.sendMessage("stream");
  await timeline.expectVerdict("Completed");
  await composer.openOptions();
  await composer.option("Reference tasks").getByRole("checkbox").check();
  await composer.version.selectOption("0.1");
  await expect(composer.option("Reference tasks")).toContainText("0.1 has no referenceTaskIds");
  await composer.message.fill("stream again");
  await composer.send.click();
  await expect(composer.sendFailed).toContainText("0.1 has no referenceTaskIds");
  await expect(composer.message).toHaveValue("stream again");
  await expect(rail.tasks).toHaveCount(1);
  await composer.version.selectOption("1.0");
  await expect(composer.sendFailed).toHaveCount(0);
  await composer.send.click();
  await expect(rail.tasks).toHaveCount(2);
});

test("JSON is checked while it is typed, and not sent while it is invalid", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, page, timeline } = loupe;
  await loupe.connectTo(agent.url);
  await loupe.palette.choose("add a data part");
  await expect(composer.json("Data 1")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type('{\n"a": ,\n}');
  await expect(composer.json("Data 1")).toHaveAccessibleDescription(
    /Line 2, column 8: a value is expected/,
  );
  await composer.message.fill("stream");
  await page.keyboard.press("Control+Enter");
  await expect(composer.sendFailed).toContainText("Data 1: invalid JSON at line 2, column 8");
  await expect(composer.message).toHaveValue("stream");
  await fillEditor(composer.json("Data 1"), '{"a": 1}');
  await expect(composer.json("Data 1")).toHaveAccessibleDescription("");
  await page.keyboard.press("Control+Enter");
  await timeline.expectVerdict("Completed");
});

test(
  "a file that is too large is refused by name, and everything else is kept",
  LONG,
  async ({ loupe, faultAgent }) => {
    const { composer } = loupe;
    const large = fileOf("large.bin", "application/octet-stream", 14_000_001);
    await loupe.connectTo(faultAgent.url);
    await composer.message.fill("crlf, and this stays");
    await composer.attachFiles(fileOf("small.txt", "text/plain", "small"));
    await composer.insertFiles("drop", fileOf("huge.bin", "application/octet-stream", 20_000_001));
    await expect(composer.attachFailed).toContainText("huge.bin is too large (20 MB)");
    await expect(composer.parts).toHaveText([/small\.txt/]);
    await expect(composer.message).toHaveValue("crlf, and this stays");

    await composer.insertFiles("drop", large);
    await expect(composer.parts).toHaveText([/small\.txt/, /large\.bin.*many agents reject it/]);
    await expect(composer.attachFailed).toHaveCount(0);
    await composer.insertFiles("drop", fileOf("next.bin", "application/octet-stream", 6_000_000));
    await expect(composer.attachFailed).toContainText(
      "With next.bin, the files of this message would exceed",
    );
    await composer.send.click();
    await expect(composer.message).toHaveValue("");
    await expect.poll(() => faultAgent.requests.length).toBeGreaterThan(0);
    const [, , sent] = JSON.parse(faultAgent.requests.at(-1)?.body ?? "").params.message.parts;
    expect(sent.file.bytes).toBe(large.buffer.toString("base64"));
  },
);

test("a message to a finished task can be sent by its ID, to see it refused", async ({
  loupe,
  request,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, timeline } = loupe;
  await loupe.connectTo(agent.url);
  await composer.sendMessage("stream");
  await timeline.expectVerdict("Completed");
  await expect(composer.chosenTarget).toHaveText("New task, same context");
  await composer.openOptions();
  await expect(composer.option("IDs sent")).toContainText(/contextId \S+, no taskId/);
  await composer.target.selectOption("insist");
  await expect(composer.chosenTarget).toHaveText(/^Continue task \S+ \(completed\)$/);
  await expect(composer.option("IDs sent")).toContainText(/contextId \S+, taskId \S+/);
  await composer.sendMessage("more");
  await expect(timeline.row("Error")).not.toHaveCount(0);
  const [, second] = await recorded(loupe, request);
  expect(JSON.parse(second?.body ?? "").params.message.taskId).toMatch(/\S/);
  // The override applied only once.
  await expect(composer.chosenTarget).toHaveText("New task, same context");
});

test("an edited request is sent exactly as edited, even if malformed", async ({
  loupe,
  request,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, page, timeline, rail } = loupe;
  await loupe.connectTo(agent.url);
  await composer.message.fill("plain");
  await composer.editRequest();
  await expect(composer.requestField("Request URL")).toHaveValue(agent.rpcUrl);
  const body = composer.requestField("Request body");
  await expect(body).toBeFocused();
  const written = JSON.parse(await readEditor(body));
  expect(written.params.message.parts).toEqual([{ text: "plain" }]);

  // A custom header, another method, spaces and an unknown member are sent unchanged.
  const edited = `{ "jsonrpc": "2.0",\n "id": 7.0, "method": "ListTasks", "params": {"x-odd": 1e2} }`;
  await fillEditor(body, edited);
  const headers = composer.requestField("Headers");
  await headers.fill(`${await headers.inputValue()}\nx-test: ünï`.replace("ünï", "uni"));
  await composer.send.click();
  await expect(rail.exchange("ListTasks")).toHaveCount(1);
  const [sent] = await recorded(loupe, request);
  expect(sent?.body).toBe(edited);
  expect(sent?.headers).toContainEqual(["x-test", "uni"]);

  const broken = '{"jsonrpc": "2.0", "id": 1, "method": }';
  await fillEditor(body, broken);
  await expect(body).toHaveAccessibleDescription(/Line 1, column 39: a value is expected/);
  await page.keyboard.press("Control+Enter");
  await expect(composer.requestEditor.getByRole("alert")).toContainText("To send it anyway");
  await composer.requestEditor.getByRole("button", { name: "Send as is" }).click();
  await expect.poll(async () => (await recorded(loupe, request)).at(-1)?.body).toBe(broken);
  await expect(timeline.row("Error")).not.toHaveCount(0);

  await composer.requestEditor.getByRole("button", { name: "Reset" }).click();
  expect(JSON.parse(await readEditor(body))).toEqual(written);
  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  await expect(composer.message).toHaveValue("plain");
});

test("any sent request can be reopened, edited, and sent with new IDs", async ({
  loupe,
  request,
  home,
  startAgent,
}) => {
  const agent = await startAgent("0.3");
  const { composer, inspector, page, timeline, rail } = loupe;
  await loupe.connectTo(agent.url);
  await composer.sendMessage("stream once");
  await timeline.expectVerdict("Completed");
  await timeline.row("Message", "stream once").click();
  await inspector.panel.getByRole("button", { name: "Edit and resend" }).click();
  const body = composer.requestField("Request body");
  const first = JSON.parse(await readEditor(body));
  expect(first.params.message.parts[0].text).toBe("stream once");
  await composer.requestEditor.getByRole("button", { name: "New IDs" }).click();
  await fillEditor(body, (await readEditor(body)).replace("stream once", "stream twice"));
  await page.keyboard.press("Control+Enter");
  await expect(rail.tasks).toHaveCount(2);
  const second = JSON.parse((await recorded(loupe, request)).at(-1)?.body ?? "");
  expect(second.id).not.toBe(first.id);
  expect(second.params.message).toMatchObject({ parts: [{ text: "stream twice" }] });
  expect(second.params.message.messageId).not.toBe(first.params.message.messageId);

  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  await rail.exchange("stream once").hover();
  await rail
    .exchange("stream once")
    .getByRole("button", { name: "More actions for message/stream" })
    .click();
  await page.getByRole("menuitem", { name: "Edit and resend" }).click();
  await expect(body).toContainText("stream once");
  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  await rail.exchange("stream twice").click();
  await page.keyboard.press("e");
  await expect(body).toContainText("stream twice");

  // It is a request for this agent: it waits while another one is connected.
  await fillEditor(body, (await readEditor(body)).replace("stream twice", "stream again"));
  await loupe.connectAnew(`${home}/demo`);
  await expect(composer.requestEditor).toBeHidden();
  await expect(page.getByText("The edited request opens again with")).toBeVisible();
  await loupe.showStartPage();
  await loupe.connect.connectTo(agent.url);
  await expect(body).toContainText("stream again");
});

test("a secret that was masked in the recording must be entered again", async ({
  loupe,
  request,
  faultAgent,
}) => {
  const { composer, timeline } = loupe;
  const secret = "key-that-nobody-may-see";
  await loupe.connectTo(faultAgent.url);
  await composer.message.fill("crlf");
  await composer.editRequest();
  const headers = composer.requestField("Headers");
  await headers.fill(`${await headers.inputValue()}\nx-api-key: ${secret}`);
  await composer.send.click();
  await expect.poll(() => faultAgent.requests.at(-1)?.headers["x-api-key"]).toBe(secret);
  await timeline.expectVerdict("Completed");
  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  await loupe.palette.choose("edit and resend");
  await expect(headers).toHaveValue(/x-api-key: ‹masked [0-9a-f]+›/);
  const before = faultAgent.requests.length;
  await composer.send.click();
  await expect(composer.requestEditor.getByRole("alert")).toContainText("Enter it again");
  expect(faultAgent.requests.length).toBe(before);
  await composer.requestEditor.getByLabel(/^Secret for/).fill(secret);
  await composer.send.click();
  await expect.poll(() => faultAgent.requests.length).toBe(before + 1);
  expect(faultAgent.requests.at(-1)?.headers["x-api-key"]).toBe(secret);
  const file = await (await request.get(`/api/recordings/${loupe.recording}`)).text();
  expect(file).not.toContain(secret);
});

test(
  "the request is copied in every language, or the reason is shown",
  LONG,
  async ({ loupe, context, startAgent }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const agent = await startAgent("1.0");
    const { composer, page } = loupe;
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await loupe.connectTo(agent.url);
    await composer.message.fill("it's \u{1f30d}");
    for (const [language, sign] of [
      ["curl", "curl --no-buffer"],
      ["JavaScript, fetch", "await fetch("],
      ["Python, urllib", "urllib.request.Request("],
      ["JavaScript, @a2a-js/sdk", "client.sendMessageStream(SendMessageRequest.fromJSON("],
      ["Python, a2a-sdk", "client.send_message(request)"],
    ] as const) {
      await composer.copyAs(language);
      await expect.poll(copied).toContain(sign);
      expect(await copied()).toContain("\u{1f30d}");
    }
    await loupe.palette.choose("copy request as python sdk");
    await expect.poll(copied).toContain("ClientFactory(config)");
    await composer.openOptions();
    await composer.version.selectOption("0.1");
    await composer.menu.click();
    const sdk = page.getByRole("menuitem", { name: /a2a-js/ });
    await expect(sdk).toBeDisabled();
    await expect(sdk).toContainText("No SDK exists for this version");
  },
);

test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the composer has one line, and its options open in a sheet", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    const { composer, page, timeline } = loupe;
    await loupe.connectTo(agent.url);
    await timeline.list.or(page.getByText("Send a message")).first().click();
    // The agent's examples below it are another line, until the first message.
    const box = page.getByRole("region", { name: "Composer" }).locator("form");
    expect((await box.boundingBox())?.height).toBeLessThan(64);
    await composer.openOptions();
    const sheet = page.getByRole("dialog", { name: "Options" });
    await expect(sheet.getByRole("combobox", { name: "Method" })).toBeVisible();
    await page.keyboard.press("Escape");
    await composer.addData();
    await fillEditor(composer.json("Data 1"), '{"a": 1}');
    await composer.message.fill("stream");
    await composer.send.click();
    await timeline.expectVerdict("Completed");
  });
});

test("a row selected while a request is edited is inspected, and the request stays", async ({
  loupe,
  page,
}) => {
  const { composer, inspector, timeline } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await timeline.rows.first().click();
  await page.keyboard.press("e");
  await fillEditor(composer.json("Request body"), '{"mine": 1}');
  await timeline.row("State", "failed").click();
  await expect(inspector.title).toContainText("failed");
  await expect(composer.requestEditor).toBeHidden();
  const tabs = page.getByRole("tablist", { name: "Beside the rows" });
  await tabs.getByRole("tab", { name: "Request" }).click();
  await expect(composer.json("Request body")).toContainText('"mine": 1');
  await expectAccessible(page, "a request beside the inspector");
  // Also the row that is selected already.
  await timeline.row("State", "failed").click();
  await expect(composer.requestEditor).toBeHidden();
  await tabs.getByRole("tab", { name: "Request" }).click();
  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  await expect(tabs).toBeHidden();
});
