// The shared store: two Loupes over one store show one library, say when it does not respond, and a
// link opens a log by its URL.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { saveRecording } from "../fixtures/save-recording.ts";
import { TestStore } from "../lib/server/store/s3-server.testkit.ts";
import { expectAccessible } from "./support/axe.ts";
import { test as base, expect, LONG } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

const OSLO = "20260101-100000-oslo00";

const test = base.extend<{ store: TestStore; startLoupe(name: string): Promise<TestServer> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  store: async ({}, use) => {
    const store = await TestStore.start();
    await use(store);
    await store.close();
  },
  startLoupe: async ({ store }, use) => {
    const started: TestServer[] = [];
    await use(async (name) => {
      const server = new TestServer();
      started.push(server);
      if (name === "first") await saveRecording(server.data, OSLO, { bytes: 50_000 });
      await server.start({ ...store.environment, LOUPE_STORE_NAME: name });
      return server;
    });
    for (const server of started) await server.stop();
  },
});

test(
  "two Loupes over one store show one library, and open each other's runs",
  LONG,
  async ({ loupe, page, startLoupe }) => {
    const first = await startLoupe("first");
    await loupe.open(first.url);
    await loupe.library.open();
    await expect(loupe.library.row("Rain in Oslo?")).toBeVisible();
    await loupe.library.row("Rain in Oslo?").focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("Weather");
    await page.keyboard.press("Enter");
    const second = await startLoupe("second");
    await loupe.open(second.url);
    await loupe.library.open();
    const row = loupe.library.row("Weather");
    await expect(row).toContainText("store");
    await expect(row).toContainText("Completed");
    await expectAccessible(page, "library with a store", "dialog[open]");
    await row.press("Enter");
    await loupe.timeline.expectVerdict("Completed");
    await expect(loupe.timeline.list).toContainText("Rain in Oslo?");
  },
);

test(
  "a store that does not respond is said, with what waits",
  LONG,
  async ({ loupe, page, store, startLoupe }) => {
    store.isDown = true;
    const first = await startLoupe("first");
    await loupe.open(first.url);
    const banner = page.locator("[data-part=banner]", { hasText: "shared store" });
    await expect(banner).toContainText("1 recording not in the shared store yet");
    await expectAccessible(page, "store banner", "[data-part=banner]");
    await loupe.library.open();
    await expect(loupe.library.row("Rain in Oslo?")).toBeVisible();
    await page.keyboard.press("Escape");
    store.isDown = false;
    await banner.getByRole("button", { name: "Try again" }).click();
    await expect(banner).toBeHidden();
  },
);

test("a copied link opens the run in any Loupe, for the time that was chosen", async ({
  loupe,
  page,
  context,
  startLoupe,
  home,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const first = await startLoupe("first");
  await loupe.open(first.url);
  await loupe.library.open();
  await expect(async () => {
    await loupe.library.doWith("Rain in Oslo?", "Copy link…");
  }).toPass();
  const dialog = page.getByRole("dialog", { name: "Copy link" });
  await expectAccessible(page, "link dialog", "dialog[open]");
  await dialog.getByRole("radio", { name: "1 hour" }).click();
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog).toBeHidden();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(decodeURIComponent(link)).toContain("X-Amz-Expires=3600");
  await page.goto(link);
  await loupe.timeline.expectVerdict("Completed");
  // Another Loupe does not know the store, whose server allows no other site.
  await page.goto(link.replace(first.url.replace(/\/$/, ""), home.replace(/\/$/, "")));
  await expect(page.locator("[data-part=banner]")).toContainText("(CORS)");
});

/** Serves the log, where it may be read by other sites and where not, and the page for static hosts. */
async function serveLog(folder: string): Promise<{ url: string; close(): void }> {
  const log = await saveRecording(folder, OSLO);
  const page = readFileSync("public/open.html");
  const server = createServer(({ url = "" }, response) => {
    const allowed = url.startsWith("/open/") ? { "access-control-allow-origin": "*" } : {};
    const isPage = url.startsWith("/viewer");
    response
      .writeHead(200, { ...allowed, "content-type": isPage ? "text/html" : "application/gzip" })
      .end(isPage ? page : gzipSync(log));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("a log at any URL opens if its server allows it, and says why not otherwise", async ({
  loupe,
  page,
  home,
}) => {
  const server = await serveLog(test.info().outputPath("data"));
  const open = (path: string) =>
    page.goto(`${home}/?${new URLSearchParams({ log: `${server.url}${path}` })}`);
  try {
    await open("/open/run.jsonl.gz");
    await loupe.timeline.expectVerdict("Completed");
    await open("/closed/run.jsonl.gz");
    const banner = page.locator("[data-part=banner]");
    await expect(banner).toContainText("Couldn't open “run.jsonl.gz”");
    await expect(banner).toContainText("(CORS)");
  } finally {
    server.close();
  }
});

test("the page for static hosts opens a log by its URL, without a server of Loupe", async ({
  loupe,
  page,
}) => {
  const server = await serveLog(test.info().outputPath("data"));
  const other = await serveLog(test.info().outputPath("other"));
  const open = (path: string) =>
    page.goto(`${server.url}/viewer?${new URLSearchParams({ log: `${other.url}${path}` })}`);
  try {
    await open("/open/run.jsonl.gz");
    await loupe.timeline.expectVerdict("Completed");
    await expect(page.getByText("read-only")).toBeVisible();
    await open("/closed/run.jsonl.gz");
    await expect(page.locator("#loupe")).toContainText("does not allow other sites");
    await page.goto(`${server.url}/viewer`);
    await expect(page.locator("#loupe")).toContainText("Add the URL of a log");
  } finally {
    server.close();
    other.close();
  }
});
