// User actions in a tab without developer tools: fewer than in the other tab, but enough of each kind.
import { setTimeout as sleep } from "node:timers/promises";
import {
  createRoundRobin,
  EXPORT_FORMATS,
  LONG_LOG,
  SHORT_FAULTS,
  type SoakAction,
} from "./soak-actions.ts";
import type { SoakEnvironment } from "./soak-environment.ts";
import type { PageElement, UnwatchedTab } from "./unwatched-tab.ts";

const ADDRESS_FIELD: PageElement = { selector: "input", name: "Agent address" };
const MESSAGE_FIELD: PageElement = { selector: "textarea", name: "Message" };
const SLOW_MS = 2_000;

const createButton = (called: string): PageElement => ({ selector: "button", name: called });
const createVerdict = (called: string): PageElement => ({
  selector: ".verdict-state",
  name: called,
});
const createRow = (called: string): PageElement => ({ selector: ".cell-kind", name: called });
const createDialog = (inside: string, called?: string): PageElement => ({
  selector: `dialog:modal ${inside}`,
  ...(called !== undefined && { name: called }),
});

export function createUnwatchedTabActions(tab: UnwatchedTab, world: SoakEnvironment): SoakAction[] {
  const [talker, streamer] = [createRoundRobin(world.agents), createRoundRobin(world.agents)];
  const [fault, format] = [createRoundRobin(SHORT_FAULTS), createRoundRobin(EXPORT_FORMATS)];
  const meet = async (url: string) => {
    await tab.write(ADDRESS_FIELD, url);
    await tab.key("enter");
    await tab.waitFor(MESSAGE_FIELD);
  };
  const say = async (text: string) => {
    await tab.write(MESSAGE_FIELD, text);
    await tab.press({ selector: "[aria-label=Composer] button", name: "Send" });
  };
  return [
    async () => {
      await meet(talker().url);
      await say("stream");
      await tab.waitFor(createVerdict("Completed"));
      await tab.press(createRow("Artifact"));
      for (const called of ["Chunks", "Decoded", "Wire"]) {
        await tab.press({ selector: "[role=tab]", name: called });
      }
      await say("fail");
      await tab.waitFor(createVerdict("Mixed"));
    },
    async () => {
      await meet(streamer().url);
      await say("slow");
      await tab.waitFor(createRow("Artifact"));
      await sleep(SLOW_MS);
      await tab.press(createButton("Stop watching"));
      await tab.waitFor(createVerdict("Stopped watching"));
    },
    async () => {
      await meet(world.faults.url);
      for (const word of [fault(), fault()]) {
        await say(word);
        await world.waitUntilIdle();
      }
    },
    async () => {
      await tab.drop("long.jsonl", LONG_LOG);
      await tab.waitFor(createVerdict("Completed"));
      await tab.key("mod+s");
      await tab.press(createDialog("[type=radio]", format()));
      await tab.press(createDialog("button", "Download"));
      await tab.key("esc");
    },
    async () => {
      await tab.press(createButton("Library"));
      await tab.write(createDialog("input", "Search the library"), "stream");
      await tab.press(createDialog("button", "Close"));
    },
  ].map((deed) => async () => {
    await deed();
    await goHome(tab);
  });
}

export async function goHome(tab: UnwatchedTab): Promise<void> {
  await tab.press(createButton("Loupe, start page"));
  await tab.waitFor(createButton("Try the demo agent"));
}
