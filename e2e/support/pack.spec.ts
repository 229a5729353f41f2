// The packed tarball is complete: unpacked elsewhere with only its run-time dependencies, it serves
// and inspects.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";

const status = { state: "completed", timestamp: "2026-01-01T00:00:00Z" };
const result = { kind: "task", id: "t", contextId: "c", status };
const STREAM = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;

let folder: string;
let loupe: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loupe-pack-"));
  const shell = process.platform === "win32";
  execFileSync("npm", ["pack", "--pack-destination", folder], { stdio: "ignore", shell });
  const { name, version, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, name), { recursive: true });
  const tarball = `${name}-${version}.tgz`;
  execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", join(modules, name)], {
    cwd: folder,
  });
  for (const dependency of Object.keys(dependencies)) {
    symlinkSync(resolve("node_modules", dependency), join(modules, dependency), "junction");
  }
  loupe = join(modules, name, "bin", "loupe.mjs");
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a packed loupe serves", async () => {
  const child = spawn(process.execPath, [loupe, "--port", "0"], {
    cwd: folder,
    env: { ...process.env, LOUPE_DATA: join(folder, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, "line");
  const url = /^Loupe is at (\S+)$/.exec(String(line))?.[1];
  const card = await fetch(`${url}/demo/.well-known/agent-card.json`);
  expect(await card.json()).toHaveProperty("supportedInterfaces");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a packed loupe inspects", async () => {
  const found = await new Promise<string>((resolve, reject) => {
    const args = [loupe, "inspect", "-", "--json"];
    const child = execFile(process.execPath, args, { cwd: folder }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    child.stdin?.end(STREAM);
  });
  expect(JSON.parse(found)).toMatchObject({ format: 1, tasks: [{ id: "t", state: "completed" }] });
});

test("a packed loupe exports as an HTML file", async () => {
  const page = await new Promise<string>((resolve, reject) => {
    const args = [loupe, "export", "-", "--as", "html"];
    const options = { cwd: folder, maxBuffer: 1e7 };
    const child = execFile(process.execPath, args, options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    child.stdin?.end(STREAM);
  });
  expect(page).toMatch(/^<!doctype html>\n<html [^>]*data-loupe-log="1"/);
  expect(page).toMatch(/<\/html>\n$/);
});
