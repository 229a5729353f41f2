import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { says, stream } from "../../fixtures/compose.ts";
import { momentOf, type Stage, togglePlay, toStart } from "./playback.ts";
import { createRunStore } from "./run.ts";
import { createViewStore } from "./view.ts";

const { timeline } = stream(...Array.from({ length: 200 }, (_, i) => says(`${i}`, `m-${i}`)));

/** What the page is to do in its next frame. */
let asked: FrameRequestCallback[];
let now: number;

beforeEach(() => {
  asked = [];
  now = 0;
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => asked.push(frame));
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function drawFrame(): void {
  now += 16;
  for (const frame of asked.splice(0)) frame(now);
}

function stageAtStart(): Stage {
  const run = createRunStore();
  run.setState({ timeline });
  const stage = { run, view: createViewStore() };
  stage.view.setState({ speed: "max" });
  toStart(stage);
  return stage;
}

/** Where the playhead stands after some frames. */
function played(begin: (stage: Stage) => void): number {
  const stage = stageAtStart();
  begin(stage);
  for (let frames = 0; frames < 20; frames++) drawFrame();
  asked = [];
  return momentOf(stage);
}

test("who stops and plays again within a frame plays as fast as before", () => {
  const once = played(togglePlay);
  expect(once).toBeGreaterThan(0);
  const thrice = played((stage) => {
    for (let times = 0; times < 5; times++) togglePlay(stage);
  });
  expect(thrice).toBe(once);
});

test("a play that was stopped moves nothing any more", () => {
  const stage = stageAtStart();
  togglePlay(stage);
  drawFrame();
  const there = momentOf(stage);
  togglePlay(stage);
  drawFrame();
  expect([momentOf(stage), stage.view.getState().playing, asked.length]).toEqual([there, false, 0]);
});
