// Breakpoints in the app: set from a row, a stream is held, seen in the title, and goes on by a key.
import { readFileSync } from "node:fs";
import { getFreePort } from "../fixtures/free-port.ts";
import { createMessageParams, postRpc } from "./agents/raw-client.ts";
import { SCRIPT_TOKENS } from "./agents/script.ts";
import { fillEditor } from "./panels/composer.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

/**
 * A tap of the app, which the open run records, and a call through it. On a server of its own, because what
 * is held shows in all windows of a server.
 */
async function startTap(
  loupe: Loupe,
  home: string,
  agent: { readonly url: string; readonly rpcUrl: string },
) {
  const port = await getFreePort();
  await loupe.open(home);
  await loupe.tap.choice.click();
  await loupe.tap.startTap(port, new URL(agent.url).host);
  const rpc = new URL(agent.rpcUrl);
  rpc.port = String(port);
  return () =>
    postRpc("0.3", rpc.href, "stream", createMessageParams("0.3", "stream")).then((response) =>
      response.text(),
    );
}

/** Holds the next call before its task completes. */
async function breakAtCompleted({ page, palette }: Loupe): Promise<void> {
  await page
    .getByRole("row", { name: /completed/ })
    .first()
    .click();
  await palette.choose("Break before this again");
  await expect(page.getByRole("list", { name: "Breakpoints" })).toContainText("state completed");
}

test("a row sets a breakpoint, and keys let the stream go on", async ({
  loupe,
  page,
  startAgent,
  ownServer,
}) => {
  const agent = await startAgent("0.3");
  const send = await startTap(loupe, ownServer.url, agent);
  await send();

  const breakpoints = page.getByRole("list", { name: "Breakpoints" });
  await page
    .getByRole("row", { name: /completed/ })
    .first()
    .click();
  await loupe.palette.choose("Break before this again");
  await expect(breakpoints.getByRole("listitem")).toHaveCount(1);
  await expect(breakpoints).toContainText("hold at hop");
  await expect(breakpoints).toContainText("state completed");

  const answer = send();
  const notice = page.locator("[data-part=banner]", { hasText: "Held: event" });
  await expect(notice).toContainText("state completed");
  await expect(page).toHaveTitle(/^⏸ 1 held/);
  await expectAccessible(page, "held stream");
  await page.keyboard.press("F8");
  await expect(notice).toBeHidden();
  expect(await answer).toContain(SCRIPT_TOKENS.at(-1));
  await expect(page).not.toHaveTitle(/held/);

  // The state is the last event: a step over it is the end.
  const stepped = send();
  await expect(notice).toContainText("state completed");
  await page.keyboard.press("F10");
  await expect(notice).toBeHidden();
  expect(await stepped).toContain("completed");

  await breakpoints.getByRole("checkbox").uncheck();
  expect(await send()).toContain("completed");
  await breakpoints.getByRole("button", { name: /Remove breakpoint/ }).click();
  await expect(breakpoints).toBeHidden();
});

test("on a phone, a toast does not cover the notice of what is held", async ({
  loupe,
  page,
  startAgent,
  ownServer,
}) => {
  const send = await startTap(loupe, ownServer.url, await startAgent("0.3"));
  await send();
  await breakAtCompleted(loupe);
  const answer = send();
  const notice = page.getByRole("region", { name: "Held streams" });
  await expect(notice).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await loupe.palette.choose("Break before this again");
  const toast = page.locator("[data-part=toast]", { hasText: "Breakpoint set" });
  await expect(page.getByRole("list", { name: "Breakpoints" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await expect(async () => {
    const [shown, held] = [await toast.boundingBox(), await notice.boundingBox()];
    expect(shown?.y).toBeGreaterThanOrEqual((held?.y ?? 0) + (held?.height ?? 0));
  }).toPass();
  await page.keyboard.press("F8");
  await answer;
});

test("what is held is edited, and saved as a plan", async ({
  loupe,
  page,
  startAgent,
  ownServer,
}) => {
  const send = await startTap(loupe, ownServer.url, await startAgent("0.3"));
  await send();
  await breakAtCompleted(loupe);

  const edited = send();
  const notice = page.locator("[data-part=banner]", { hasText: "Held: event" });
  await expect(notice).toContainText("state completed");
  await expect(page.getByRole("row", { name: /completed/ }).last()).toContainText("Held");

  // By keyboard alone: the menu, the form, and back.
  const menu = notice.getByRole("button", { name: "Change" });
  await menu.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit held event" });
  await expect(dialog.locator("[data-part=held-outcome]")).toContainText("Nothing is changed yet");
  const editor = dialog.getByRole("textbox", { name: "Event" });
  const json = JSON.parse(await editor.innerText());
  const write = (state: string) =>
    fillEditor(editor, JSON.stringify({ ...json, status: { ...json.status, state } }, null, 2));
  await write("wrong");
  await expect(dialog).toContainText("Breaks DM-STATE-UNKNOWN");
  await expectAccessible(page, "edit of a held event");
  await fillEditor(editor, "[1");
  await expect(dialog.getByRole("button", { name: "Send edited" })).toBeDisabled();
  await write("failed");
  await dialog.getByRole("button", { name: "Send edited" }).click();
  await expect(dialog).toBeHidden();
  expect(await edited).toContain('"state":"failed"');
  await expect(notice).toBeHidden();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as plan" }).click();
  const plan = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(plan.steps).toMatchObject([
    { when: { operation: "stream" }, do: "edit", set: { "/status/state": "failed" }, once: true },
  ]);

  const cut = send().catch((error: unknown) => String(error));
  await expect(notice).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: /^End here/ }).click();
  expect(await cut).not.toContain("completed");
});
