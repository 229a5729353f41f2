// The npm package is self-contained: installed without network it brings nothing else along, and every
// command and the whole application run from it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Agent, startAgent } from "./agents/agent.ts";
import { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { InstalledPackage } from "./support/installed-package.ts";
import { recordPageErrors } from "./support/page-errors.ts";

const MB = 1e6;

let loupe: InstalledPackage;
let agent: Agent;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  loupe = new InstalledPackage();
  agent = await startAgent("1.0");
});

test.afterAll(async () => {
  await agent?.close();
  loupe?.remove();
});

test("is small, and installs nothing else", () => {
  const modules = readdirSync(join(loupe.folder, "node_modules"));
  expect(modules.filter((name) => !name.startsWith("."))).toEqual(["a2a-loupe"]);
  expect(readdirSync(join(loupe.folder, "node_modules", ".bin"))).toEqual(
    expect.arrayContaining(["a2a-loupe", "loupe"]),
  );
  expect(statSync(loupe.tarball).size).toBeLessThan(10 * MB);
  // Every file takes whole blocks of a disk.
  const blocks = [...loupe.listFiles().values()].map((size) => Math.ceil(size / 4096) * 4096);
  expect(blocks.reduce((sum, size) => sum + size, 0)).toBeLessThan(38 * MB);
});

test("contains only what runs, with its licences", () => {
  const files = [...loupe.listFiles().keys()];
  expect(files.filter((file) => /\.(?:map|d\.ts|tsx|nft\.json|node|wasm)$/.test(file))).toEqual([]);
  expect(
    files.filter((file) => /node_modules\/(?:sharp|@img|@swc\/core|typescript)\//.test(file)),
  ).toEqual([]);
  expect(files.filter((file) => /(?:^|\/)\.env|\.test\.m?[jt]s$/.test(file))).toEqual([]);
  const here = process.cwd();
  const naming = files.filter((file) =>
    readFileSync(join(loupe.root, file)).includes(JSON.stringify(here).slice(1, -1)),
  );
  expect(naming).toEqual([]);

  const licences = readFileSync(join(loupe.root, "dist", "licences.txt"), "utf8");
  const packages = files.flatMap(
    (file) => /^dist\/server\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  expect(new Set(packages).size).toBeGreaterThan(3);
  for (const name of new Set([...packages, "zustand", "jose", "@hapi/accept"])) {
    expect(licences).toMatch(new RegExp(`^${name}(?: [\\d.]+)?: `, "m"));
  }
  expect(licences).toContain("Permission is hereby granted, free of charge");
});

test("prints its version and its help", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await loupe.run("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  const help = await loupe.run("--help");
  expect(help.code).toBe(0);
  const commands = [...help.out.matchAll(/^ *loupe ([a-z]+)/gm)].map(([, name]) => name ?? "");
  expect(commands.length).toBeGreaterThan(8);
  await Promise.all(
    commands.map(async (name) => {
      const { code, out } = await loupe.run(name, "--help");
      expect({ code, out }, name).toEqual({
        code: 0,
        out: expect.stringContaining(`Usage: loupe ${name}`),
      });
    }),
  );
});

test("records, inspects, checks, exports and compares a run", async () => {
  const recorded = await loupe.run("record", agent.url, "-m", "plan a trip", "-o", "run.jsonl");
  expect(recorded).toMatchObject({ code: 0 });
  const inspected = await loupe.run("inspect", "run.jsonl", "--json");
  expect(JSON.parse(inspected.out)).toMatchObject({ format: 1, tasks: [{ state: "completed" }] });
  const checked = await loupe.run("check", agent.url, "run.jsonl", "--json");
  expect(JSON.parse(checked.out)).toHaveProperty("format");
  for (const [format, start] of [
    ["html", /^<!doctype html>\n<html [^>]*data-loupe-log="1"/],
    ["markdown", /^# /],
    ["har", /^\{/],
  ] as const) {
    const exported = await loupe.run("export", "run.jsonl", "--as", format);
    expect({ ...exported, out: exported.out.slice(0, 200) }).toMatchObject({
      code: 0,
      out: expect.stringMatching(start),
    });
  }
  expect(await loupe.run("diff", "run.jsonl", "run.jsonl")).toMatchObject({ code: 0 });
  const resent = await loupe.run("resend", "run.jsonl", agent.url, "--json");
  expect(resent).toMatchObject({ code: 0, err: expect.stringContaining("answered") });
});

test("serves a log", async () => {
  const served = await loupe.start("Serving", "serve", "run.jsonl", "--speed", "max");
  const card = await fetch(new URL("/.well-known/agent-card.json", served.url));
  expect(await card.json()).toHaveProperty("name");
  expect(await served.stop()).toBe(0);
});

test("serves the application, and writes nothing into its own folder", async ({ browser }) => {
  const before = loupe.listFiles();
  const served = await loupe.start("Loupe is at", "--port", "0");
  const context = await browser.newContext({ baseURL: served.url });
  const page = await context.newPage();
  const { errors, foreignRequests } = recordPageErrors(
    page,
    ({ origin }) => origin === new URL(served.url).origin,
  );
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const tab = new Loupe(page);
  await tab.connectToDemo();
  await tab.composer.sendMessage("plan a trip");
  await tab.timeline.expectVerdict("Completed");
  await expect(tab.timeline.row("Tool", "get_weather")).toHaveCount(1);
  await tab.timeline.row("Result", "streaming_result").click();
  await expect(tab.inspector.rendered.getByRole("table")).toContainText("Saturday");
  await tab.reload();
  await tab.timeline.expectVerdict("Completed");
  expect({ errors, foreignRequests, refused }).toEqual({
    errors: [],
    foreignRequests: [],
    refused: [],
  });
  const recording = tab.recording;
  await context.close();
  await expectEveryRoute(served.url);
  expect(await served.stop()).toBe(0);
  expect(loupe.listFiles()).toEqual(before);

  expect(await loupe.run("rename", recording, "A trip")).toMatchObject({ code: 0, err: "" });
  expect(await loupe.run("tag", recording, "holiday")).toMatchObject({ code: 0, err: "" });
  const listed = await loupe.run("list", "--json");
  expect(JSON.parse(listed.out).recordings).toMatchObject([
    { id: recording, given: "A trip", tags: ["holiday"] },
  ]);
  expect(await loupe.run("delete", recording, "--yes")).toMatchObject({ code: 0 });
  expect(JSON.parse((await loupe.run("list", "--json")).out).recordings).toEqual([]);
});

test("serves the team of agents", LONG, async ({ browser }) => {
  const served = await loupe.start("Loupe is at", "--port", "0");
  const context = await browser.newContext({ baseURL: served.url });
  const tab = new Loupe(await context.newPage());
  await tab.open();
  await tab.connect.demoTeam.click();
  await tab.timeline.expectVerdict("Completed");
  await expect(tab.summary.section("Calls between agents")).toContainText("→ Hotel agent");
  await context.close();
  expect(await served.stop()).toBe(0);
});

/** Every route loads its code and responds, if only that it does not know the ID. */
async function expectEveryRoute(url: string): Promise<void> {
  const file = join(loupe.root, "dist", "server", ".next", "app-path-routes-manifest.json");
  const manifest: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const paths = Object.values(manifest).filter((path) => path !== "/_global-error");
  expect(paths).toEqual(expect.arrayContaining(["/", "/api/feed", "/inbox/[recording]/[key]"]));
  for (const path of [...paths, "/nothing", "/theme.js", "/viewer.html", "/licences.txt"]) {
    const ending = new AbortController();
    const { status } = await fetch(new URL(path.replace(/\[[^/]*\]/g, "x"), url), {
      signal: ending.signal,
    });
    ending.abort();
    expect(status, path).toBeLessThan(500);
  }
}
