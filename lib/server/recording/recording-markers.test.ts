import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordingMarkers } from "./recording-markers.ts";

const ID = "20260101-100000-marked";
const HOUR_MS = 3_600_000;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-markers-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const getPath = () => join(folder, `${ID}.recording`);
/** As another process sees it. */
const look = (markers = new RecordingMarkers(folder)) => markers.findHolder(ID);

/** A marker of another machine, whose clock differs from ours. */
async function writeForeign(clockDifferenceMs: number, content?: object): Promise<void> {
  const marker = { by: "test", system: "another", host: "far", pid: 1, ...content };
  await writeFile(getPath(), `${JSON.stringify(marker)}\n`);
  await renewForeign(clockDifferenceMs);
}

async function renewForeign(clockDifferenceMs: number): Promise<void> {
  const time = new Date(Date.now() + clockDifferenceMs);
  await utimes(getPath(), time, time);
}

test("others see who records until everything that records has ended", async () => {
  const markers = new RecordingMarkers(folder);
  expect(await look(markers)).toBe("none");
  const releases = [await markers.hold(ID), await markers.hold(ID)];
  expect(await look(markers)).toBe("here");
  expect(await look()).toBe("elsewhere");
  await expect(new RecordingMarkers(folder).checkNotHeldElsewhere(ID)).rejects.toMatchObject({
    code: "live",
    message: `Process ${process.pid} on ${hostname()} is still recording this run.`,
  });
  await releases[0]?.();
  await releases[0]?.();
  expect(await look()).toBe("elsewhere");
  await releases[1]?.();
  expect(await look()).toBe("none");
  expect(await readdir(folder)).toEqual([]);
});

test("only its owner can read a marker", async () => {
  await new RecordingMarkers(folder).hold(ID);
  expect((await stat(getPath())).mode & 0o777).toBe(0o600);
});

test("a marker is renewed, and made again if another process has removed it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const release = await new RecordingMarkers(folder).hold(ID);
  await renewForeign(-HOUR_MS);
  vi.advanceTimersByTime(2000);
  await vi.waitFor(async () => {
    expect(Date.now() - (await stat(getPath())).mtimeMs).toBeLessThan(HOUR_MS / 2);
  }, 10_000);
  await rm(getPath());
  vi.advanceTimersByTime(2000);
  await vi.waitFor(async () => {
    expect(JSON.parse(await readFile(getPath(), "utf8"))).toMatchObject({ pid: process.pid });
  }, 10_000);
  await release();
  vi.advanceTimersByTime(10_000);
  expect(await readdir(folder)).toEqual([]);
});

test("a marker that is not renewed is of a recorder that was killed", async () => {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  await writeForeign(0);
  const watching = new RecordingMarkers(folder);
  expect(await look(watching)).toBe("elsewhere");
  vi.advanceTimersByTime(9000);
  await renewForeign(0);
  expect(await look(watching)).toBe("elsewhere");
  vi.advanceTimersByTime(9000);
  expect(await look(watching)).toBe("elsewhere");
  vi.advanceTimersByTime(2000);
  expect(await look(watching)).toBe("none");
  expect(await look()).toBe("none");
});

test.each([-HOUR_MS, HOUR_MS])("a clock that differs by %d ms does not matter", async (skew) => {
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
  await writeForeign(skew);
  const watching = new RecordingMarkers(folder);
  await look(watching);
  vi.advanceTimersByTime(4000);
  await renewForeign(skew);
  expect(await look(watching)).toBe("elsewhere");
  vi.advanceTimersByTime(11_000);
  expect(await look(watching)).toBe("none");
});

test("a marker that is being written, or is of another version, counts", async () => {
  for (const text of ["", '{"by":', "[]", "{}"]) {
    await writeFile(getPath(), text);
    expect(await look(), text).toBe("elsewhere");
  }
});

test("recording does not fail where no marker can be written", async () => {
  await writeFile(join(folder, "file"), "");
  const markers = new RecordingMarkers(join(folder, "file"));
  const release = await markers.hold(ID);
  expect(await look(markers)).toBe("here");
  await release();
});

test.runIf(process.platform === "linux")(
  "a process that is gone is known at once, but not that of another container",
  async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    await new RecordingMarkers(folder).hold(ID);
    const { system } = JSON.parse(await readFile(getPath(), "utf8"));
    await writeForeign(0, { system, pid: child.pid });
    expect(await look()).toBe("none");
    await writeForeign(0, { system: `${system} other`, pid: child.pid });
    expect(await look()).toBe("elsewhere");
  },
);

test.runIf(process.platform === "linux")(
  "a process that was killed is gone, also if its parent never asks for its result",
  async () => {
    await new RecordingMarkers(folder).hold(ID);
    const { system } = JSON.parse(await readFile(getPath(), "utf8"));
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    await writeForeign(0, { system, pid });
    expect(await look()).toBe("elsewhere");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => look()).toBe("none");
    parent.kill();
  },
);
