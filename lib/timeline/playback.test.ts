import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NumberColumn } from "../collections/number-column.ts";
import {
  advancePlayback,
  createPlaybackPosition,
  type PlaybackSpeed,
  SHORT_SILENCE_MS,
} from "./playback.ts";

function timesOf(list: readonly number[]): NumberColumn {
  const times = NumberColumn.f64();
  for (const time of list) times.push(time);
  return times;
}

const FRAME = 16;

function play(list: readonly number[], speed: PlaybackSpeed, shorten = false) {
  const times = timesOf(list);
  let head = createPlaybackPosition(0, times);
  const shown: number[] = [];
  let frames = 0;
  while (head.event < list.length - 1 && frames++ < 100_000) {
    head = advancePlayback(head, FRAME, times, speed, shorten);
    shown.push(head.event);
  }
  return { frames, shown, head };
}

describe("played back", () => {
  test("each event is shown at its time, to the frame", () => {
    const { frames } = play([0, 100, 200, 1000], 1);
    expect(frames).toBe(Math.ceil(1000 / FRAME));
    expect(play([0, 100, 200, 1000], 4).frames).toBe(Math.ceil(250 / FRAME));
    expect(play([0, 100, 200, 1000], 0.5).frames).toBe(Math.ceil(2000 / FRAME));
  });

  test("a long silence keeps its length, or is skipped on request", () => {
    const hour = 3_600_000;
    const shortened = play([0, 50, 50 + hour, 100 + hour], 1, true);
    expect(shortened.frames).toBeLessThan((100 + SHORT_SILENCE_MS) / FRAME + 4);
    expect(play([0, 50, 50 + 2000], 1).frames).toBe(Math.ceil(2050 / FRAME));
  });

  test("a log without times plays at a steady pace", () => {
    const { frames, head } = play([Number.NaN, Number.NaN, Number.NaN], 1);
    expect(head.event).toBe(2);
    expect(frames).toBeLessThan(20);
  });

  test("at maximum speed any run takes a second or two", () => {
    const long = Array.from({ length: 100_000 }, (_, i) => i * 1000);
    expect(play(long, "max").frames).toBeLessThanOrEqual(121);
    expect(play([0, 9_000_000], "max").frames).toBe(1);
  });

  test("time never goes back, and every event is shown by the end", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 60 });
    const speeds = fc.constantFrom<PlaybackSpeed>(1, 4, 16, "max");
    fc.assert(
      fc.property(gaps, speeds, fc.boolean(), (list, speed, shorten) => {
        let at = 0;
        const times = [0, ...list.map((gap) => (at += gap))];
        const { shown, head } = play(times, speed, shorten);
        expect(head.event).toBe(times.length - 1);
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });
});

test("an empty run plays without moving", () => {
  const times = NumberColumn.f64();
  expect(advancePlayback(createPlaybackPosition(-1, times), FRAME, times, 1, false).event).toBe(-1);
});
