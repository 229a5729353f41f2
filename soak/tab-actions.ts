// User actions in a tab that is never reloaded, and in others that are opened and closed.
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import type { Loupe } from "../e2e/panels/loupe.ts";
import { hidePage, showPage } from "../e2e/support/page-visibility.ts";
import {
  createRoundRobin,
  EXPORT_FORMATS,
  LONG_LOG,
  SHORT_FAULTS,
  type SoakAction,
} from "./soak-actions.ts";
import type { SoakEnvironment } from "./soak-environment.ts";

/** Long enough for the tab to close its feed. */
const AWAY_MS = 3_000;

/** Repeated in order. */
export function createTabActions(loupe: Loupe, world: SoakEnvironment): SoakAction[] {
  const { composer, connect, timeline, inspector, library, exporting, page } = loupe;
  const [talker, streamer] = [createRoundRobin(world.agents), createRoundRobin(world.agents)];
  const [fault, format] = [createRoundRobin(SHORT_FAULTS), createRoundRobin(EXPORT_FORMATS)];
  return [
    async () => {
      await connect.connectTo(talker().url);
      await composer.message.waitFor();
      await composer.sendMessage("stream");
      await timeline.expectVerdict("Completed");
      await timeline.row("Artifact").first().click();
      for (const tab of ["Chunks", "Decoded", "Wire"] as const) await inspector.show(tab);
      await composer.sendMessage("fail");
      await timeline.expectVerdict("Mixed");
    },
    async () => {
      await connect.connectTo(streamer().url);
      await composer.message.waitFor();
      await composer.sendMessage("slow");
      const slow = timeline.row("Artifact", "slow");
      await timeline.expectFrames(slow, 5);
      world.network.goDown();
      await timeline.panel.getByText("Server not responding").waitFor();
      const seen = await timeline.readCount(slow);
      world.network.comeBack();
      await timeline.expectFrames(slow, seen + 5);
      await hidePage(page);
      await sleep(AWAY_MS);
      await showPage(page);
      await timeline.expectFrames(slow, seen + 10);
      await composer.stopWatching.click();
      await timeline.expectVerdict("Stopped watching");
    },
    async () => {
      await connect.connectTo(world.faults.url);
      await composer.message.waitFor();
      for (const word of [fault(), fault()]) {
        await composer.sendMessage(word);
        await world.waitUntilIdle();
      }
    },
    async () => {
      // Chromium never releases a file chooser that was set programmatically.
      await loupe.drop("long.jsonl", LONG_LOG);
      await timeline.expectVerdict("Completed");
      await exporting.open();
      await exporting.chooseFormat(format());
      await exporting.download();
      await exporting.close();
    },
    async () => {
      await library.open();
      await library.search.fill("stream");
      await library.search.fill("");
      await library.close();
    },
  ].map((deed) => async () => {
    await deed();
    await openHome(loupe);
  });
}

export async function openHome({ page, connect }: Loupe): Promise<void> {
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await connect.demo.waitFor();
}

/** Opens a tab, shows the latest recording, and closes the tab. */
export async function visitInWindow(window: BrowserContext, world: SoakEnvironment): Promise<void> {
  const last = (await world.recordings()).at(-1);
  const loupe = await world.tab(window);
  await loupe.open(`${world.server.url}/${last === undefined ? "" : `?run=${last}`}`);
  await loupe.page.getByRole("button", { name: "Loupe, start page" }).waitFor();
  await loupe.page.close();
}
