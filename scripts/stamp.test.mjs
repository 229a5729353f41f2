import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

const folder = mkdtempSync(join(tmpdir(), "loupe-stamp-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("work is done once for the same inputs", async () => {
  const stamp = join(folder, "once");
  let times = 0;
  const make = () => {
    times += 1;
  };
  for (const hash of ["a", "a", "b", "b", "a"]) await runUnlessStamped(stamp, hash, make);
  expect(times).toBe(3);
});

test("failed work is done again", async () => {
  const stamp = join(folder, "broken");
  await runUnlessStamped(stamp, "a", () => {});
  const fail = () => Promise.reject(new Error("no"));
  await expect(runUnlessStamped(stamp, "b", fail)).rejects.toThrow("no");
  expect(existsSync(stamp)).toBe(false);
});

test("a hash depends on contents, names, facts and the file filter", () => {
  const all = hashFiles(["scripts"]);
  expect(hashFiles(["scripts"])).toBe(all);
  expect(hashFiles(["scripts"], { facts: ["node 20"] })).not.toBe(all);
  expect(hashFiles(["scripts"], { keep: (file) => !file.endsWith(".test.mjs") })).not.toBe(all);
  expect(hashFiles(["no-such-folder"])).toBe(hashFiles([]));
});
