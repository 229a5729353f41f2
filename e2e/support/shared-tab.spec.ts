// What one test leaves in the shared tab is gone in the next.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "serial" });

let tab: Page;
let heard = 0;

/** What storage and the window tell of earlier tests. */
function findTraces(page: Page) {
  return page.evaluate(async () => ({
    local: localStorage.getItem("left"),
    session: sessionStorage.getItem("left"),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    scripts: "leftScript" in window,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName }))
      .state,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    width: innerWidth,
  }));
}

test("a test leaves all it can", async ({ page, context, home }) => {
  tab = page;
  // Another name of this machine is another origin.
  const elsewhere = home.replace("127.0.0.1", "localhost");
  for (const url of [elsewhere, home]) {
    await page.goto(url);
    await page.evaluate(async () => {
      localStorage.setItem("left", "1");
      sessionStorage.setItem("left", "1");
      // Some pages write when they are left.
      addEventListener("pagehide", () => sessionStorage.setItem("left", "2"));
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
      document.cookie = "left=1";
      await new Promise((resolve) => {
        indexedDB.open("left").onsuccess = resolve;
      });
      await caches.open("left");
    });
  }
  await context.grantPermissions(["clipboard-read"]);
  await page.addInitScript(() => Object.assign(window, { leftScript: true }));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 500, height: 500 });
  await page.reload();
  expect(await findTraces(page)).toMatchObject({
    local: "1",
    cookies: "left=1",
    databases: expect.arrayContaining(["left"]),
    clipboard: "granted",
    scripts: true,
    isDark: true,
    width: 500,
  });
  page.on("request", () => void heard++);
  await page.route("**/theme.js", (route) => route.abort());
  await context.newPage();
  await context.setOffline(true);
});

test("the next test finds nothing of it", async ({ page, context, home }) => {
  expect(page).toBe(tab);
  expect(context.pages()).toEqual([page]);
  expect(await page.goBack()).toBeNull();
  heard = 0;
  const blocked: string[] = [];
  page.on("requestfailed", (request) => {
    // Other requests may end when the page is left.
    if (request.url().endsWith("/theme.js")) blocked.push(request.url());
  });
  for (const url of [home, home.replace("127.0.0.1", "localhost")]) {
    await page.goto(url);
    expect(await findTraces(page)).toMatchObject({
      local: null,
      session: null,
      cookies: "",
      databases: expect.not.arrayContaining(["left"]),
      caches: [],
      scripts: false,
      clipboard: "prompt",
      isDark: false,
      width: 1280,
    });
  }
  expect({ blocked, heard }).toEqual({ blocked: [], heard: 0 });
});
