import { expect, test } from "vitest";
import { isInstalled } from "./packages.mjs";

const entry = (version, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
const lock = {
  packages: {
    "": { name: "a2a-loupe" },
    "node_modules/a": entry("1.0.0"),
    "node_modules/b": entry("2.0.0", { dev: true }),
    "node_modules/b-windows": entry("2.0.0", { optional: true }),
  },
};

test("what npm ci installed is complete, with or without code for other platforms", () => {
  const { "": _, ...all } = lock.packages;
  const { "node_modules/b-windows": __, ...here } = all;
  expect(isInstalled(lock, { packages: all })).toBe(true);
  expect(isInstalled(lock, { packages: here })).toBe(true);
});

test.each([
  ["nothing", {}],
  ["no packages for development", { "node_modules/a": entry("1.0.0") }],
  ["another version", { "node_modules/a": entry("1.0.1"), "node_modules/b": entry("2.0.0") }],
  [
    "another checksum",
    { "node_modules/a": entry("1.0.0", { integrity: "x" }), "node_modules/b": entry("2.0.0") },
  ],
])("%s is not complete", (_, packages) => {
  expect(isInstalled(lock, { packages })).toBe(false);
});
