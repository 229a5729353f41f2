// Breakpoints in the app: set from a row, a stream is held, seen in the title, and goes on by a key.
import { getFreePort } from "../fixtures/free-port.ts";
import { createMessageParams, postRpc } from "./agents/raw-client.ts";
import { SCRIPT_TOKENS } from "./agents/script.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

test("a row sets a breakpoint, and keys let the stream go on", async ({
  loupe,
  page,
  startAgent,
}) => {
  const agent = await startAgent("0.3");
  const port = await getFreePort();
  await loupe.open();
  await loupe.tap.choice.click();
  await loupe.tap.startTap(port, new URL(agent.url).host);
  const rpc = new URL(agent.rpcUrl);
  rpc.port = String(port);
  const send = () =>
    postRpc("0.3", rpc.href, "stream", createMessageParams("0.3", "stream")).then((response) =>
      response.text(),
    );
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
