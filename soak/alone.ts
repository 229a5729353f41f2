// What is done all day in a tab that no tools watch: less than in the other, and enough of it all.
import { setTimeout as sleep } from "node:timers/promises";
import { type Deed, FORMATS, inTurn, LOG, SHORT_FAULTS } from "./mix.ts";
import type { Thing, UnwatchedTab } from "./unwatched.ts";
import type { World } from "./world.ts";

const ADDRESS: Thing = { at: "input", called: "Agent address" };
const MESSAGE: Thing = { at: "textarea", called: "Message" };
const SLOW_MS = 2_000;

const button = (called: string): Thing => ({ at: "button", called });
const verdict = (called: string): Thing => ({ at: ".verdict-state", called });
const row = (called: string): Thing => ({ at: ".cell-kind", called });
const dialog = (inside: string, called?: string): Thing => ({
  at: `dialog:modal ${inside}`,
  ...(called !== undefined && { called }),
});

export function inTheUnwatchedTab(tab: UnwatchedTab, world: World): Deed[] {
  const [talker, streamer] = [inTurn(world.agents), inTurn(world.agents)];
  const [fault, format] = [inTurn(SHORT_FAULTS), inTurn(FORMATS)];
  const meet = async (url: string) => {
    await tab.write(ADDRESS, url);
    await tab.key("enter");
    await tab.sees(MESSAGE);
  };
  const say = async (text: string) => {
    await tab.write(MESSAGE, text);
    await tab.press({ at: "[aria-label=Composer] button", called: "Send" });
  };
  return [
    async () => {
      await meet(talker().url);
      await say("stream");
      await tab.sees(verdict("Completed"));
      await tab.press(row("Artifact"));
      for (const called of ["Chunks", "Decoded", "Wire"]) {
        await tab.press({ at: "[role=tab]", called });
      }
      await say("fail");
      await tab.sees(verdict("Mixed"));
    },
    async () => {
      await meet(streamer().url);
      await say("slow");
      await tab.sees(row("Artifact"));
      await sleep(SLOW_MS);
      await tab.press(button("Stop watching"));
      await tab.sees(verdict("Stopped watching"));
    },
    async () => {
      await meet(world.faults.url);
      for (const word of [fault(), fault()]) {
        await say(word);
        await world.isStill();
      }
    },
    async () => {
      await tab.drop("long.jsonl", LOG);
      await tab.sees(verdict("Completed"));
      await tab.key("mod+s");
      await tab.press(dialog("[type=radio]", format()));
      await tab.press(dialog("button", "Download"));
      await tab.key("esc");
    },
    async () => {
      await tab.press(button("Library"));
      await tab.write(dialog("input", "Search the library"), "stream");
      await tab.press(dialog("button", "Close"));
    },
  ].map((deed) => async () => {
    await deed();
    await goHome(tab);
  });
}

export async function goHome(tab: UnwatchedTab): Promise<void> {
  await tab.press(button("Loupe, start page"));
  await tab.sees(button("Try the demo agent"));
}
