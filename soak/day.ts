// The long form of "Loupe holds through long days": people and programs use it for some minutes, and
// the memory of the server and of a page must stay at the level it had after five.
import { setTimeout as sleep } from "node:timers/promises";
import { measureLevels } from "./levels.ts";
import { type MemoryUsage, measurePageMemory, measureServerMemory } from "./measure.ts";
import { createProgramActions } from "./program-actions.ts";
import type { SoakAction } from "./soak-actions.ts";
import { SoakEnvironment } from "./soak-environment.ts";
import { createTabActions, openHome, visitInWindow } from "./tab-actions.ts";
import { UnwatchedTab } from "./unwatched-tab.ts";
import { createUnwatchedTabActions, goHome } from "./unwatched-tab-actions.ts";

const MINUTE_MS = 60_000;
const SETTLED_MINUTE = 5;
const MIN_MINUTES = 10;
/** Agents and programs keep their connections open for a while after the last request. */
const REST_MS = 8_000;
const MAX_ERRORS = 20;

/** Repeats a list of actions in order. */
class ActionLoop {
  readonly name: string;
  actionCount = 0;
  readonly errors: string[] = [];
  readonly #actions: readonly SoakAction[];
  readonly #mend: SoakAction;

  constructor(name: string, deeds: readonly SoakAction[], mend: SoakAction) {
    this.name = name;
    this.#actions = deeds;
    this.#mend = mend;
  }

  async workUntil(end: number): Promise<void> {
    for (; Date.now() < end; this.actionCount++) {
      try {
        await this.#actions[this.actionCount % this.#actions.length]?.();
      } catch (error) {
        this.errors.push(`${this.name} ${this.actionCount}: ${error}`);
        process.stderr.write(`${this.errors.at(-1)}\n`);
        await this.#mend();
      }
    }
  }
}

async function createLoops(
  world: SoakEnvironment,
  alone: UnwatchedTab,
): Promise<{ lanes: ActionLoop[]; hold: () => Promise<MemoryUsage> }> {
  const [mine, others] = [await world.window(), await world.window()];
  const tab = await world.tab(mine);
  const open = async () => {
    world.network.comeBack();
    await tab.open(world.network.url);
  };
  const openAlone = () => alone.open(world.server.url);
  await Promise.all([open(), openAlone()]);
  const cdp = await mine.newCDPSession(tab.page);
  const nothing = async () => undefined;
  return {
    lanes: [
      new ActionLoop("tab", createTabActions(tab, world), open),
      new ActionLoop("unwatched tab", createUnwatchedTabActions(alone, world), openAlone),
      new ActionLoop("visitor", [() => visitInWindow(others, world)], nothing),
      new ActionLoop("program", createProgramActions(world), nothing),
    ],
    async hold() {
      await world.waitUntilIdle();
      await world.deleteOldRecordings();
      await Promise.all([openHome(tab), goHome(alone)]);
      await sleep(REST_MS);
      const held = [measureServerMemory(world.probe), alone.measure(), measurePageMemory(cdp)];
      return Object.assign({}, ...(await Promise.all(held)));
    },
  };
}

async function main([root = ".", ...argv]: readonly string[]): Promise<number> {
  const world = await SoakEnvironment.start(root);
  const alone = await UnwatchedTab.launch();
  try {
    return await runDay(world, alone, Math.max(MIN_MINUTES, readMinutes(argv)));
  } finally {
    await alone.close();
    await world.close();
  }
}

/** Next.js caches up to 8 MB of what its URLs lead to. */
const ADDRESSES = 50_000;
const PARALLEL_CALLS = 25;

/** Fills everything that is bounded before measuring: growth up to a bound is not a leak. */
async function fillCaches({ server }: SoakEnvironment): Promise<void> {
  for (let first = 0; first < ADDRESSES; first += PARALLEL_CALLS) {
    const some = Array.from({ length: PARALLEL_CALLS }, async (_, i) => {
      const answer = await fetch(`${server.url}/_next/static/none-${first + i}`);
      await answer.arrayBuffer();
    });
    await Promise.all(some);
  }
}

/** Resolves to the exit code. */
async function runDay(
  world: SoakEnvironment,
  alone: UnwatchedTab,
  minutes: number,
): Promise<number> {
  const samples: MemoryUsage[] = [];
  const { lanes, hold } = await createLoops(world, alone);
  await fillCaches(world);
  for (let minute = 1; minute <= minutes; minute++) {
    const end = Date.now() + MINUTE_MS;
    await Promise.all(lanes.map((lane) => lane.workUntil(end)));
    const held = await hold();
    samples.push(held);
    console.log(JSON.stringify({ minute, ...held }));
  }
  const found = measureLevels(samples, SETTLED_MINUTE);
  const troubles = lanes.flatMap((lane) => lane.errors);
  const figures = {
    test: "day",
    minutes,
    deeds: Object.fromEntries(lanes.map(({ name, actionCount }) => [name, actionCount])),
    troubles: troubles.slice(0, MAX_ERRORS),
    levels: found,
  };
  console.log(JSON.stringify(figures, null, 2));
  return troubles.length === 0 && found.every(({ holds }) => holds) ? 0 : 1;
}

function readMinutes(argv: readonly string[]): number {
  const at = argv.indexOf("--minutes");
  return at < 0 ? 60 : Number(argv[at + 1]);
}

process.exitCode = await main(process.argv.slice(2));
