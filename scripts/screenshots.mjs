/**
 * Takes the pictures of the documentation: starts the built Loupe with an empty data folder, lets
 * Chromium talk to the demo agent, and writes `docs/images`.
 *
 * Guarantees: every picture shows the same messages, panels and sizes each time; only ids, times
 * and durations differ. A file above 200 KB is an error.
 *
 *     node scripts/screenshots.mjs            all pictures
 *     node scripts/screenshots.mjs library    those whose name contains a word
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { showHeld, showHeldEdit } from "./held-pictures.mjs";
import { encodeIndexedPng, reduceColors } from "./indexed-png.mjs";
import { reportError, resolveInProject, StepError } from "./project.mjs";
import { startServer } from "./server.mjs";

const MAX_BYTES = 200_000;
const SIZE = { width: 1280, height: 800 };
const LARGE = { width: 1440, height: 900 };
const WIDE = { width: 1920, height: 1000 };
const MESSAGE = "plan a weekend trip";

/** Pictures by their file in `docs/images`; each starts with a tab of its own on the start page. */
const PICTURES = {
  "run-dark.png": { theme: "dark", size: LARGE, take: showRun },
  "run-light.png": { size: LARGE, take: showRun },
  "guide/getting-started-start-page.png": { take: showStartPage },
  "guide/debugging-an-agent-run.png": { take: showQuestion },
  "guide/credentials-dialog.png": { take: showCredentials },
  "guide/operations-dialog.png": { take: showOperations },
  "guide/time-travel-and-proof-bytes.png": { take: showBytes },
  "guide/problems-and-rules-panel.png": { take: showProblems },
  "guide/comparing-and-resending-diff.png": { take: showDiff },
  "guide/exporting-and-redacting-dialog.png": { take: showExport },
  "guide/serving-a-log-dialog.png": { take: showServe },
  "guide/library-table.png": { take: showLibrary },
  "guide/getting-started-conversation.png": { theme: "dark", take: showConversation },
  "guide/debugging-an-agent-summary.png": { take: showSummary },
  "guide/debugging-an-agent-turns.png": { size: LARGE, take: showTurns },
  "guide/tapping-agents-run.png": { size: WIDE, take: showTeam },
  "guide/debugging-an-agent-both.png": { size: WIDE, take: showBothViews },
  "guide/library-search.png": { take: showSearch },
  "guide/saved-requests-dialog.png": { take: showSavedRequests },
  "guide/holding-streams-held.png": { take: showHeld },
  "guide/holding-streams-edit.png": { theme: "dark", take: showHeldEdit },
  "guide/configuration-settings.png": { theme: "dark", take: showSettings },
};

const GUARDED_CARD = {
  name: "Weather agent",
  description: "Forecasts for any city.",
  version: "1.4.0",
  supportedInterfaces: [
    {
      url: "https://agent.example.com/a2a",
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
    },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "forecast", name: "Forecast", description: "A forecast.", tags: ["weather"] }],
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: "header", name: "x-api-key" } },
    login: {
      oauth2SecurityScheme: {
        flows: {
          authorizationCode: {
            authorizationUrl: "https://login.example.com/authorize",
            tokenUrl: "https://login.example.com/token",
            scopes: { forecast: "Read forecasts" },
          },
        },
      },
    },
  },
  securityRequirements: [
    { schemes: { key: { list: [] } } },
    { schemes: { login: { list: ["forecast"] } } },
  ],
};

/** A stream of A2A 0.3 that breaks several rules. */
const FAULTY_STREAM = [
  { kind: "task", status: { state: "working" } },
  chunk("Saturday will be "),
  chunk("sunny", { kind: undefined }),
  chunk(", 21 degrees.", {}, { append: "true" }),
  {
    kind: "status-update",
    final: false,
    status: { state: "completed", timestamp: "yesterday" },
  },
  { kind: "status-update", final: true, status: { state: "working" } },
]
  .map(asEvent)
  .join("");

function chunk(text, part = {}, update = {}) {
  const parts = [{ kind: "text", text, ...part }];
  const artifact = { artifactId: "forecast", name: "forecast", parts };
  return { kind: "artifact-update", append: true, artifact, ...update };
}

function asEvent({ kind, ...result }) {
  const ids = kind === "task" ? { id: "task-1" } : { taskId: "task-1" };
  const event = { kind, ...ids, contextId: "context-1", ...result };
  return `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: event })}\n\n`;
}

/** A complete run whose answer is selected, as of its end. */
async function showRun(page) {
  await runPlan(page);
  await row(page, "Result", "streaming_result").click();
  await clickWord(page, "forecast");
}

async function showStartPage(page) {
  await runPlan(page);
  await send(page, "ask me something", "Input required");
  await open(page);
  await page.getByText("Recordings").first().waitFor();
}

/** The agent asked, and the composer offers to continue the task. */
async function showQuestion(page) {
  await connect(page);
  await send(page, "ask me something", "Input required");
  await row(page, "Message", "Which city").click();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Bergamo");
}

/** A card that asks for an API key or a sign-in; its agent is never called. */
async function showCredentials(page) {
  await open(page);
  await page.getByRole("textbox", { name: "Agent address" }).fill(JSON.stringify(GUARDED_CARD));
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Connect with this card" }).click();
  await page.getByRole("button", { name: /^Credentials: / }).click();
  await dialog(page).waitFor();
}

async function showOperations(page) {
  await runPlan(page);
  await leaveFields(page);
  await page.keyboard.press("o");
  await dialog(page).waitFor();
  const submit = dialog(page).getByRole("form").getByRole("button", { name: "Send", exact: true });
  await submit.click();
  await dialog(page).getByRole("region", { name: "Result" }).waitFor();
}

/** The playhead stands in the middle of the answer, and a word of it leads to its bytes. */
async function showBytes(page) {
  await runPlan(page);
  await row(page, "Result", "streaming_result").click();
  await clickWord(page, "forecast");
  const dock = page.getByTestId("proof");
  await dock.getByRole("button", { name: "Move playhead here" }).click();
}

/** A log with several problems, with the list of them open. */
async function showProblems(page) {
  await chooseFile(page, "weather-agent.sse", FAULTY_STREAM);
  await leaveFields(page);
  await page.keyboard.press("!");
  const lines = page.getByTestId("problems").locator("[data-problem]");
  await lines.first().click();
}

/** The same question, asked twice and answered differently. */
async function showDiff(page) {
  await connect(page);
  await send(page, "ask me something", "Input required");
  await send(page, "Bergamo", "Completed");
  await connect(page);
  await send(page, "ask me something", "Input required");
  await send(page, "Trento", "Completed");
  await leaveFields(page);
  await page.keyboard.press("c");
  const recordings = dialog(page).getByRole("list", { name: "Recordings" });
  // The run that is open is not among them.
  await recordings.getByRole("button").first().click();
  await dialog(page).getByRole("treegrid").waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
}

/** A message with a key and an address in it, which are found and replaced. */
async function showExport(page) {
  await connect(page);
  await send(page, `${MESSAGE} for ada@example.com, API_KEY=k3y-5f0c9a7d2b81`, "Completed");
  await leaveFields(page);
  await page.keyboard.press("Control+s");
  await dialog(page).getByRole("radio", { name: "Markdown report", exact: true }).check();
  const secrets = dialog(page).getByRole("group", { name: "Secrets" });
  await secrets.getByRole("checkbox").first().check();
  const download = dialog(page).getByRole("button", { name: "Download" });
  await download.and(page.locator(":enabled")).waitFor();
  await secrets.evaluate((element) => element.scrollIntoView({ block: "start" }));
}

async function showServe(page) {
  await runPlan(page);
  await page.getByRole("button", { name: "Serve", exact: true }).click();
  await dialog(page)
    .getByRole("button", { name: /^Serve/ })
    .click();
  const address = dialog(page).getByText(/^http:\S+\/replay\/\S+$/);
  await callServed(await address.innerText());
  await dialog(page).getByRole("list", { name: "Requests" }).waitFor();
}

async function showLibrary(page) {
  await runPlan(page);
  for (const [message, end] of [
    ["ask me something", "Input required"],
    ["fail", "Failed"],
    ["cut the line", "Connection lost"],
  ]) {
    await connect(page);
    await send(page, message, end);
  }
  await leaveFields(page);
  await page.keyboard.press("l");
  const library = dialog(page);
  await library.getByRole("row").nth(3).waitFor();
  for (const index of [0, 1]) await library.getByRole("checkbox").nth(index).check();
  await library.getByRole("textbox", { name: "Tag for all selected" }).fill("regression");
  await library.getByRole("button", { name: "Tag", exact: true }).click();
  await library.getByText("regression").first().waitFor();
}

/** A question that is answered in place, read as a talk. */
async function showConversation(page) {
  await connect(page);
  await send(page, "ask me something", "Input required");
  await chooseView(page, "Conversation");
  await send(page, "Bergamo", "Completed");
}

/** The summary of a run that failed in its last turn. */
async function showSummary(page) {
  await runPlan(page);
  await send(page, "fail", "Failed");
}

/** The rows of three turns, without protocol noise. */
async function showTurns(page) {
  await showSummary(page);
  await send(page, "ask me something", "Input required");
  await page.getByRole("button", { name: /^Noise/ }).click();
}

/** A message that failed because an agent behind the one that was asked did not answer. */
async function showTeam(page) {
  await open(page);
  await page.getByRole("button", { name: /^Try a team of agents/ }).click();
  const verdict = page.getByRole("region", { name: "Verdict" }).getByRole("status");
  await verdict.filter({ hasText: "Completed" }).waitFor();
  const examples = page.getByRole("list", { name: "Examples from the agent card" });
  await examples.getByRole("button", { name: "fail at the hotel: send now" }).click();
  await verdict.filter({ hasText: "Failed" }).waitFor();
  await chooseView(page, "Timeline");
}

async function showBothViews(page) {
  await runPlan(page);
  await chooseView(page, "Both");
}

async function showSearch(page) {
  await runPlan(page);
  for (const [message, end] of [
    ["fail", "Failed"],
    ["cut the line", "Connection lost"],
  ]) {
    await connect(page);
    await send(page, message, end);
  }
  await leaveFields(page);
  await page.keyboard.press("l");
  await dialog(page).getByRole("textbox", { name: "Search the library" }).fill("weather");
  await dialog(page).locator("[data-part=lines] a").nth(3).waitFor();
}

/** Three requests of a collection; one has a variable that is given a value. */
async function showSavedRequests(page) {
  await connect(page);
  for (const [text, name] of [
    ["plan a weekend trip to {{city}}", "Weekend trip"],
    ["ask me something", "Question"],
    ["fail", "Failure of the weather service"],
  ]) {
    await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
    await page.getByRole("button", { name: "Message menu" }).click();
    await page.getByRole("menuitem", { name: /^Save/ }).first().click();
    await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "hidden" });
  }
  await leaveFields(page);
  await page.keyboard.press("s");
  await dialog(page).locator("[data-part=request]").filter({ hasText: "Weekend trip" }).click();
  await dialog(page).getByRole("textbox", { name: "Value of city" }).fill("Bergamo");
}

async function showSettings(page) {
  await open(page);
  await leaveFields(page);
  await page.keyboard.press("Control+,");
  await dialog(page).getByRole("button", { name: "Time", exact: true }).click();
  await dialog(page).getByRole("group", { name: "Time zone" }).waitFor();
}

// What pictures are made of.

async function open(page) {
  await page.goto("/");
  await page.locator("[data-part=screen][aria-busy]").waitFor({ state: "detached" });
}

async function connect(page) {
  await open(page);
  await page.getByRole("button", { name: "Try the demo agent" }).click();
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
}

async function send(page, message, end) {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(message);
  await page.keyboard.press("Control+Enter");
  const verdict = page.getByRole("region", { name: "Verdict" }).getByRole("status");
  await verdict.filter({ hasText: end }).waitFor();
}

async function runPlan(page) {
  await connect(page);
  await send(page, MESSAGE, "Completed");
}

async function chooseView(page, name) {
  const views = page.getByRole("radiogroup", { name: "View of the run" });
  await views.getByRole("radio", { name }).check();
}

/** Keys are commands only where nothing is typed. */
async function leaveFields(page) {
  await page.evaluate(() => document.activeElement?.blur());
}

function dialog(page) {
  return page.locator("dialog[open]").last();
}

function row(page, kind, about) {
  const cell = page.getByRole("gridcell").filter({ hasText: new RegExp(`^${kind}$`) });
  const rows = page.getByRole("treegrid", { name: "Timeline" }).locator("[role=row]");
  return rows.filter({ has: cell }).filter({ hasText: about }).first();
}

async function chooseFile(page, name, text) {
  await open(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByRole("treegrid", { name: "Timeline" }).locator("[role=row]").first().waitFor();
}

/** Clicks a word of the rendered text. */
async function clickWord(page, word) {
  const text = page.getByRole("region", { name: "Rendered text" });
  await text.getByText(word).first().waitFor();
  const point = await text.evaluate((root, wanted) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const from = nodes.currentNode.textContent?.indexOf(wanted) ?? -1;
      if (from < 0) continue;
      const range = document.createRange();
      range.setStart(nodes.currentNode, from);
      range.setEnd(nodes.currentNode, from + 1);
      const { left, top, height } = range.getBoundingClientRect();
      return { x: left + 3, y: top + height / 2 };
    }
    return null;
  }, word);
  if (point === null) throw new StepError(`The rendered text has no "${word}".`);
  await page.mouse.click(point.x, point.y);
}

/** Plays a client: fetches the card of a served run, and sends its message. */
async function callServed(url) {
  await fetch(`${url}/.well-known/agent-card.json`);
  const parts = [{ text: MESSAGE }];
  const message = { messageId: "m-1", role: "ROLE_USER", parts };
  const call = { jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: { message } };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0" },
    body: JSON.stringify(call),
  });
  await response.text();
}

// Taking them.

/** Nothing that moves by itself, and no pointer. */
async function settle(page) {
  await page.mouse.move(0, 0);
  const style =
    "*, *::before, *::after { animation: none !important; transition: none !important }";
  await page.addStyleTag({ content: `${style} * { caret-color: transparent !important }` });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

async function take(browser, baseURL, name, { take: show, theme = "light", size = SIZE }) {
  const context = await browser.newContext({
    baseURL,
    viewport: size,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript((view) => localStorage.setItem("loupe.mainView", view), '"timeline"');
    await show(page);
    await settle(page);
    const path = resolveInProject("docs", "images", name);
    mkdirSync(dirname(path), { recursive: true });
    const full = await page.screenshot({ animations: "disabled", caret: "hide" });
    const png = encodeIndexedPng(await reduceColors(page, full.toString("base64")));
    if (png.length > MAX_BYTES) throw new StepError(`docs/images/${name} has ${png.length} bytes.`);
    writeFileSync(path, png);
    console.log(`docs/images/${name}  ${Math.round(png.length / 1000)} KB`);
  } finally {
    await context.close();
  }
}

function findChromium() {
  const given = process.env.LOUPE_CHROMIUM;
  return given ?? ["/usr/bin/chromium"].find((program) => existsSync(program));
}

async function main(words) {
  const chosen = Object.entries(PICTURES).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const executablePath = findChromium();
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-lcd-text",
  ];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  try {
    // Each picture has a library of its own, so that none shows what another one left.
    for (const [name, picture] of chosen) {
      const data = mkdtempSync(join(tmpdir(), "loupe-pictures-"));
      process.env.LOUPE_DATA = data;
      const server = await startServer({ host: "127.0.0.1", port: 4100 });
      try {
        const [url] = server.urls;
        if (url === undefined) throw new StepError("Couldn't start Loupe. Was it built?");
        await take(browser, url, name, picture);
      } finally {
        await server.stop();
        rmSync(data, { recursive: true, force: true });
      }
    }
  } finally {
    await browser.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  reportError(error);
}
