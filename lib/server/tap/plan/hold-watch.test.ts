// What is held goes on when no page is there to let it go on.
import { expect, test } from "vitest";
import { EMPTY_PLAN } from "../../../api/schemas/plan.ts";
import { HoldWatch } from "./hold-watch.ts";
import { TapPlan } from "./tap-plan.ts";

const PLACE = {
  connection: 1,
  listen: "localhost:1",
  target: "localhost:2",
  method: "message/stream",
  event: 2,
  title: "state working",
  text: "",
  payload: "",
};

test("it goes on when nobody asks, and breakpoints set by hand are disabled", async () => {
  const plan = new TapPlan({ ...EMPTY_PLAN, steps: [{ do: "drop" }] });
  plan.addBreakpoint({ do: "hold" });
  new HoldWatch(1).add(plan);
  const end = await plan.hold(PLACE, { gone: new AbortController().signal });
  expect(end).toEqual({ do: "continue" });
  expect(plan.breakpoints.map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
});

test("a plan that was closed holds nothing", async () => {
  const plan = new TapPlan();
  const gone = new AbortController().signal;
  const held = plan.hold(PLACE, { gone });
  plan.close();
  expect(await held).toEqual({ do: "continue" });
  expect(await plan.hold(PLACE, { gone })).toEqual({ do: "continue" });
});

test("the same seed does the same", () => {
  const steps = [{ do: "drop", probability: 0.5 } as const];
  const draw = (seed: number) => {
    const plan = new TapPlan({ ...EMPTY_PLAN, steps, seed });
    const place = { listen: "localhost:1", target: "localhost:2" };
    const watched = { request: { operation: "stream" }, isCall: true } as never;
    return Array.from({ length: 40 }, () => plan.matchEvent(watched, {} as never, place).length);
  };
  expect(draw(7)).toEqual(draw(7));
  expect(new Set(draw(7))).toEqual(new Set([0, 1]));
  expect(draw(7)).not.toEqual(draw(8));
});
