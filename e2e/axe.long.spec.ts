// Checks every view in both themes for accessibility violations.
import { OAUTH_CLIENT } from "./agents/oauth-provider.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import {
  createChunk,
  createRecordingLog,
  createTaskEvents,
  formatJsonLines,
  readFixtureFile,
} from "./support/logs.ts";

const TABS = ["Rendered", "Chunks", "Decoded", "Wire", "Problems"] as const;
/** Scans only the inspector: the rest of the screen does not depend on its tab. */
const INSPECTOR = "[data-testid=inspector]";
const HUGE_ROWS = 20_000;
const answer =
  "# Weather\n\n| Day | Sky |\n|---|---|\n| Sat | sunny |\n\n- `one`\n- [two](https://x.example)\n";

const LOG = createRecordingLog({
  prompt: "weather",
  events: createTaskEvents(createChunk("draft"), createChunk(answer), createChunk("the end", true)),
});

// Colors in transition belong to neither theme.
test("connecting to an agent", async ({ loupe, startAgent }) => {
  test.slow();
  const { page, connect, composer, timeline, palette, rail } = loupe;
  const agent = await startAgent("1.0");
  await loupe.open();
  await expect(connect.address).toBeFocused();
  await expectAccessible(page, "first visit");
  await connect.connectTo("http://127.0.0.1:9");
  await connect.problem.getByRole("button", { name: "Responses" }).click();
  await expectAccessible(page, "failed connect");
  await connect.connectTo(agent.url);
  await composer.message.waitFor();
  await expectAccessible(page, "connected");
  await composer.showRequest();
  await expectAccessible(page, "the request before it goes out", "[aria-label=Composer]");
  await composer.sendMessage("slow");
  await timeline.expectFrames(timeline.row("Artifact", "slow"), 3);
  await expectAccessible(page, "live");
  await composer.cancelTask.click();
  await timeline.expectVerdict("Canceled");
  await expect(rail.running).toHaveCount(0);
  await expectAccessible(page, "done");
  await palette.open();
  await expect(palette.results.first()).toBeVisible();
  await expectAccessible(page, "palette", "dialog[open]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await page.getByRole("region", { name: "Recent agents" }).waitFor();
  await expectAccessible(page, "start page with its lists");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await palette.sheet.waitFor();
  await expectAccessible(page, "shortcut sheet", "dialog[open]");
  await page.keyboard.press("Escape");
  await loupe.rail.savedLog("slow").first().hover();
  await loupe.rail.savedLog("slow").first().getByRole("button", { name: /^More/ }).click();
  await expectAccessible(page, "the menu of a recording", "[role=menu]");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await loupe.library.toast("Deleted").waitFor();
  await expectAccessible(page, "a deletion that can be undone", "[data-part=toast]");
  await page.getByRole("button", { name: "Undo" }).click();
});

test("inspecting a log", async ({ loupe }) => {
  test.slow();
  const { page, timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("log.jsonl", LOG);
  await timeline.expectVerdict("Completed");
  for (const kind of ["Artifact", "HTTP", "State", "Message"] as const) {
    await timeline.row(kind).first().click();
    for (const tab of kind === "Artifact" ? TABS : (["Rendered", "Wire"] as const)) {
      await inspector.show(tab);
      await expectAccessible(page, `${kind}, ${tab}`, INSPECTOR);
    }
  }
  await timeline.row("Artifact").click();
  await inspector.show("Rendered");
  await inspector.compare.click();
  await expectAccessible(page, "revisions compared", INSPECTOR);
});

test("a log that is scrubbed, filtered, invalid, huge or empty", async ({ loupe }) => {
  test.slow();
  const { page, timeline, inspector, transport, filter, problems } = loupe;
  await loupe.open();
  await loupe.chooseContent("log.jsonl", LOG);
  await timeline.expectVerdict("Completed");
  await transport.markRange(0.2, 0.7);
  await transport.stepBack.click();
  await transport.stepBack.click();
  await expectAccessible(page, "before the end, with a marked span");
  await filter.query.fill("nothing like that");
  await expectAccessible(page, "no match");
  await loupe.chooseContent("irregular.sse", readFixtureFile("shapes/irregular.sse"));
  await timeline.list.waitFor();
  await page.keyboard.press("p");
  for (const tab of ["Problems", "Decoded"] as const) {
    await inspector.show(tab);
    await expectAccessible(page, `something wrong, ${tab}`, INSPECTOR);
  }
  await problems.tag.click();
  await problems.panel
    .getByRole("button", { name: /^Show details/ })
    .first()
    .click();
  await transport.stepBack.click();
  await expectAccessible(page, "all that is wrong", "[data-testid=problems]");
  await problems.lines
    .first()
    .getByRole("button", { name: /^Open rule/ })
    .click();
  await problems.rule.waitFor();
  await expectAccessible(page, "the page of a rule", "dialog[open]");
  await page.keyboard.press("Escape");
  const many = Array.from({ length: HUGE_ROWS }, (_, i) => ({
    ...createChunk(""),
    artifact: { artifactId: `a-${i}`, name: `part_${i}`, parts: [{ text: `Text ${i}. ` }] },
  }));
  await loupe.chooseContent("huge.jsonl", formatJsonLines(createTaskEvents(...many)));
  await expect(timeline.list).toHaveAttribute("aria-rowcount", String(HUGE_ROWS + 2));
  await expectAccessible(page, "a huge log", "section[aria-label=Timeline]");
  await loupe.chooseContent("letter.txt", "Dear Sir or Madam");
  await page.getByRole("alert").filter({ hasText: "letter.txt”" }).waitFor();
  await expectAccessible(page, "no log");
});

for (const [name, width] of [
  ["narrow", 390],
  ["middling", 900],
] as const) {
  test(`on a ${name} screen`, async ({ loupe }) => {
    const { page, composer, timeline, inspector } = loupe;
    await page.setViewportSize({ width, height: 844 });
    await loupe.open();
    await expectAccessible(page, "first visit");
    await loupe.connectToDemo();
    await expectAccessible(page, "connected");
    await composer.sendMessage("message");
    await timeline.expectVerdict("Answered with a message");
    await expectAccessible(page, "timeline");
    await timeline.row("Message").last().click();
    await inspector.rendered.waitFor();
    await expectAccessible(page, "inspector");
    if (name === "narrow") {
      const panes = page.getByRole("navigation", { name: "Panes" });
      for (const pane of ["Exchanges", "Card"]) {
        await panes.getByRole("button", { name: pane }).click();
        await expectAccessible(page, pane);
      }
    } else {
      await page.getByRole("button", { name: "Toggle exchanges" }).click();
      await loupe.rail.panel.waitFor();
      await expectAccessible(page, "rail as a drawer");
    }
  });
}

test("credentials, wherever they are required and entered", async ({
  loupe,
  startGuardedAgent,
  provider,
}) => {
  const { composer, credentials, page } = loupe;
  const agent = await startGuardedAgent({
    card: {
      securitySchemes: {
        harbour: { type: "apiKey", in: "header", name: "X-Harbour" },
        desk: { type: "http", scheme: "basic" },
        pass: { type: "openIdConnect", openIdConnectUrl: provider.url },
      },
      security: [{ harbour: [], desk: [] }, { pass: ["read"] }],
    },
    checkRequest: () => 'Bearer realm="the harbour"',
  });
  await loupe.connectTo(agent.url);
  await composer.sendMessage("hello");
  await expect(credentials.unauthorized).toBeVisible();
  await expectAccessible(page, "a refusal");
  await credentials.open();
  await credentials.button("Add header").click();
  await credentials.fill({ "Client ID for pass": OAUTH_CLIENT.id });
  await credentials.button("Start sign-in").click();
  await expect(credentials.dialog.getByRole("link", { name: /^Sign in at/ })).toBeVisible();
  await expectAccessible(page, "a sign-in under way", "dialog[open]");
  await credentials.dialog.getByRole("radio", { name: "Device code" }).click();
  await credentials.button("Cancel").click();
  // The device code is not entered while the page is scanned.
  provider.deviceAnswers.push(...Array<string>(1000).fill("authorization_pending"));
  await credentials.button("Get code").click();
  await expect(credentials.dialog).toContainText("WDJB-MJHT");
  await expectAccessible(page, "a device code", "dialog[open]");
  await page.goto("/oauth/callback?state=unknown");
  await expect(page.getByRole("heading")).toHaveText("Sign-in rejected");
  await expectAccessible(page, "a refused sign-in");
});
