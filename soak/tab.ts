// What somebody does all day in a tab that is never reloaded, and in others that come and go.
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import type { Loupe } from "../e2e/panels/loupe.ts";
import { lookAway, lookBack } from "../e2e/support/attention.ts";
import { type Deed, FORMATS, inTurn, LOG, SHORT_FAULTS } from "./mix.ts";
import type { World } from "./world.ts";

/** Long enough for the tab to let go of its feed. */
const AWAY_MS = 3_000;

/** One after the other, over and over. */
export function inTheTab(loupe: Loupe, world: World): Deed[] {
  const { composer, connect, timeline, inspector, library, handingOn, page } = loupe;
  const [talker, streamer] = [inTurn(world.agents), inTurn(world.agents)];
  const [fault, format] = [inTurn(SHORT_FAULTS), inTurn(FORMATS)];
  return [
    async () => {
      await connect.to(talker().url);
      await composer.message.waitFor();
      await composer.say("stream");
      await timeline.endsAs("Completed");
      await timeline.row("Artifact").first().click();
      for (const tab of ["Chunks", "Decoded", "Wire"] as const) await inspector.show(tab);
      await composer.say("fail");
      await timeline.endsAs("Mixed");
    },
    async () => {
      await connect.to(streamer().url);
      await composer.message.waitFor();
      await composer.say("slow");
      const slow = timeline.row("Artifact", "slow");
      await timeline.hasFrames(slow, 5);
      world.network.goDown();
      await timeline.panel.getByText("The server does not answer").waitFor();
      const seen = await timeline.countOf(slow);
      world.network.comeBack();
      await timeline.hasFrames(slow, seen + 5);
      await lookAway(page);
      await sleep(AWAY_MS);
      await lookBack(page);
      await timeline.hasFrames(slow, seen + 10);
      await composer.stopWatching.click();
      await timeline.endsAs("Stopped watching");
    },
    async () => {
      await connect.to(world.faults.url);
      await composer.message.waitFor();
      for (const word of [fault(), fault()]) {
        await composer.say(word);
        await world.isStill();
      }
    },
    async () => {
      // A chooser that was answered from outside is never let go of.
      await loupe.drop("long.jsonl", LOG);
      await timeline.endsAs("Completed");
      await handingOn.open();
      await handingOn.as(format());
      await handingOn.download();
      await handingOn.close();
    },
    async () => {
      await library.open();
      await library.search.fill("stream");
      await library.search.fill("");
      await library.close();
    },
  ].map((deed) => async () => {
    await deed();
    await home(loupe);
  });
}

export async function home({ page, connect }: Loupe): Promise<void> {
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await connect.demo.waitFor();
}

/** A tab that is opened, looks at what was recorded last, and is closed. */
export async function lookIn(window: BrowserContext, world: World): Promise<void> {
  const last = (await world.recordings()).at(-1);
  const loupe = await world.tab(window);
  await loupe.open(`${world.server.url}/${last === undefined ? "" : `?run=${last}`}`);
  await loupe.page.getByRole("button", { name: "Loupe, start page" }).waitFor();
  await loupe.page.close();
}
