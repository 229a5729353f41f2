// The a2a command runs any program named a2a-NAME on PATH as a2a NAME: Loupe is such a program.
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { resolveInProject } from "./project.mjs";

/** A stand-in that keeps to the contract: arguments unchanged, exit code and streams passed on. */
const A2A = `#!/usr/bin/env node
import { spawnSync } from "node:child_process";
const [name, ...args] = process.argv.slice(2);
if (name === "plugin") {
  const { stdout, status } = spawnSync("a2a-loupe", ["info"], { encoding: "utf8" });
  if (status !== 0) process.exit(status ?? 1);
  const { name, version, description } = JSON.parse(stdout);
  console.log([name, version, description].join("\\t"));
} else process.exit(spawnSync("a2a-" + name, args, { stdio: "inherit" }).status ?? 127);
`;

const folder = mkdtempSync(join(tmpdir(), "loupe-a2a-"));
writeFileSync(join(folder, "a2a.mjs"), A2A);
// npm links the programs of a package the same way.
symlinkSync(resolveInProject("bin", "loupe.mjs"), join(folder, "a2a-loupe"));
chmodSync(join(folder, "a2a.mjs"), 0o755);

function runA2a(...args) {
  const PATH = `${folder}${delimiter}${process.env.PATH}`;
  const cwd = resolveInProject();
  return new Promise((resolve) => {
    execFile(join(folder, "a2a.mjs"), args, { cwd, env: { ...process.env, PATH } }, (error, out) =>
      resolve({ code: error ? error.code : 0, out }),
    );
  });
}

test.runIf(process.platform !== "win32")(
  "a2a lists Loupe with version and description",
  async () => {
    const { version } = JSON.parse(readFileSync(resolveInProject("package.json"), "utf8"));
    const { code, out } = await runA2a("plugin", "list");
    expect(code).toBe(0);
    const [name, listed, description] = out.trim().split("\t");
    expect([name, listed]).toEqual(["loupe", version]);
    expect(description.length).toBeGreaterThan(20);
  },
);

test.runIf(process.platform !== "win32")("a2a loupe check runs the check", async () => {
  const good = await runA2a("loupe", "check", "fixtures/recorded/1.0/stream.jsonl", "--json");
  expect(good.code).toBe(0);
  expect(JSON.parse(good.out)).toHaveProperty("logs");
  expect((await runA2a("loupe", "check", "fixtures/recorded/faults/cut.jsonl")).code).toBe(1);
  expect((await runA2a("loupe", "check")).code).toBe(2);
});
