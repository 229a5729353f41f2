import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMessage, createStreamLog } from "../../fixtures/event-builders.ts";
import { getPlayheadEvent, jumpToStart, type PlaybackContext, togglePlayback } from "./playback.ts";
import { createRunStore } from "./run.ts";
import { createViewStore } from "./view.ts";

const { timeline } = createStreamLog(
  ...Array.from({ length: 200 }, (_, i) => createMessage(`${i}`, `m-${i}`)),
);

/** The callbacks for the next frame. */
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

function stageAtStart(): PlaybackContext {
  const run = createRunStore();
  run.setState({ timeline });
  const stage = { run, view: createViewStore() };
  stage.view.setState({ speed: "max" });
  jumpToStart(stage);
  return stage;
}

/** The playhead's event after some frames. */
function played(begin: (stage: PlaybackContext) => void): number {
  const stage = stageAtStart();
  begin(stage);
  for (let frames = 0; frames < 20; frames++) drawFrame();
  asked = [];
  return getPlayheadEvent(stage);
}

test("stopping and playing within a frame does not change the speed", () => {
  const once = played(togglePlayback);
  expect(once).toBeGreaterThan(0);
  const thrice = played((stage) => {
    for (let times = 0; times < 5; times++) togglePlayback(stage);
  });
  expect(thrice).toBe(once);
});

test("a stopped playback does not move the playhead", () => {
  const stage = stageAtStart();
  togglePlayback(stage);
  drawFrame();
  const there = getPlayheadEvent(stage);
  togglePlayback(stage);
  drawFrame();
  expect([getPlayheadEvent(stage), stage.view.getState().playing, asked.length]).toEqual([
    there,
    false,
    0,
  ]);
});
