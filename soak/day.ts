// The long form of "Loupe holds through long days": people and programs use it for so many minutes,
// and what the server and a page hold stays where it was after five.
import { setTimeout as sleep } from "node:timers/promises";
import { goHome, inTheUnwatchedTab } from "./alone.ts";
import { inPrograms } from "./calls.ts";
import { levels } from "./levels.ts";
import { type Held, heldByPage, heldByServer } from "./measure.ts";
import type { Deed } from "./mix.ts";
import { home, inTheTab, lookIn } from "./tab.ts";
import { UnwatchedTab } from "./unwatched.ts";
import { World } from "./world.ts";

const MINUTE_MS = 60_000;
const SETTLED = 5;
const LEAST_MINUTES = 10;
/** Agents and programs keep their connections for a while after the last request. */
const REST_MS = 8_000;
const MOST_TROUBLES = 20;

/** Does one deed after the other, and begins again. */
class Lane {
  readonly name: string;
  done = 0;
  readonly troubles: string[] = [];
  readonly #deeds: readonly Deed[];
  readonly #mend: Deed;

  constructor(name: string, deeds: readonly Deed[], mend: Deed) {
    this.name = name;
    this.#deeds = deeds;
    this.#mend = mend;
  }

  async workUntil(end: number): Promise<void> {
    for (; Date.now() < end; this.done++) {
      try {
        await this.#deeds[this.done % this.#deeds.length]?.();
      } catch (error) {
        this.troubles.push(`${this.name} ${this.done}: ${error}`);
        process.stderr.write(`${this.troubles.at(-1)}\n`);
        await this.#mend();
      }
    }
  }
}

async function lanesOf(
  world: World,
  alone: UnwatchedTab,
): Promise<{ lanes: Lane[]; hold: () => Promise<Held> }> {
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
      new Lane("tab", inTheTab(tab, world), open),
      new Lane("unwatched tab", inTheUnwatchedTab(alone, world), openAlone),
      new Lane("visitor", [() => lookIn(others, world)], nothing),
      new Lane("program", inPrograms(world), nothing),
    ],
    async hold() {
      await world.isStill();
      await world.tidy();
      await Promise.all([home(tab), goHome(alone)]);
      await sleep(REST_MS);
      const held = [heldByServer(world.probe), alone.held(), heldByPage(cdp)];
      return Object.assign({}, ...(await Promise.all(held)));
    },
  };
}

async function main([root = ".", ...argv]: readonly string[]): Promise<number> {
  const world = await World.begin(root);
  const alone = await UnwatchedTab.begin();
  try {
    return await live(world, alone, Math.max(LEAST_MINUTES, readMinutes(argv)));
  } finally {
    await alone.close();
    await world.end();
  }
}

/** Next.js keeps to what addresses lead, up to 8 MB of them. */
const ADDRESSES = 50_000;
const AT_ONCE = 25;

/** What is bounded is brought to its bound before anything is measured: it grows, and is no leak. */
async function fillCaches({ server }: World): Promise<void> {
  for (let asked = 0; asked < ADDRESSES; asked += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, async (_, i) => {
      const answer = await fetch(`${server.url}/_next/static/none-${asked + i}`);
      await answer.arrayBuffer();
    });
    await Promise.all(some);
  }
}

/** Gives the exit code. */
async function live(world: World, alone: UnwatchedTab, minutes: number): Promise<number> {
  const samples: Held[] = [];
  const { lanes, hold } = await lanesOf(world, alone);
  await fillCaches(world);
  for (let minute = 1; minute <= minutes; minute++) {
    const end = Date.now() + MINUTE_MS;
    await Promise.all(lanes.map((lane) => lane.workUntil(end)));
    const held = await hold();
    samples.push(held);
    console.log(JSON.stringify({ minute, ...held }));
  }
  const found = levels(samples, SETTLED);
  const troubles = lanes.flatMap((lane) => lane.troubles);
  const figures = {
    test: "day",
    minutes,
    deeds: Object.fromEntries(lanes.map(({ name, done }) => [name, done])),
    troubles: troubles.slice(0, MOST_TROUBLES),
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
