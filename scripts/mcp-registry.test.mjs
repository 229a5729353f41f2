// npm pack with LOUPE_MCP_NAME, in a copy of the package that has nothing built: the packed package.json
// names the owner, server.json is what the MCP registry takes, and the copy is unchanged afterwards.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { COMMANDS } from "../bin/help.ts";
import { createServerJson, getMcpName } from "./mcp-registry.mjs";
import { resolveInProject } from "./project.mjs";

const NAME = "io.github.octo-cat/loupe";
const BUILD = "node scripts/prepare.mjs packages package";

/** A folder with the package's own package.json, which builds nothing before it is packed. */
function copyPackage() {
  const folder = mkdtempSync(join(tmpdir(), "loupe-registry-"));
  for (const script of ["mcp-registry.mjs", "project.mjs"]) {
    cpSync(resolveInProject("scripts", script), join(folder, "scripts", script));
  }
  const manifest = readFileSync(resolveInProject("package.json"), "utf8");
  expect(manifest).toContain(BUILD);
  writeFileSync(join(folder, "package.json"), manifest.replace(BUILD, "node --version"));
  mkdirSync(join(folder, "packed"));
  return folder;
}

function run(program, args, cwd, name) {
  const { LOUPE_MCP_NAME: _, ...env } = process.env;
  if (name !== undefined) env.LOUPE_MCP_NAME = name;
  return new Promise((resolve) => {
    const shell = process.platform === "win32";
    execFile(program, args, { cwd, env, shell }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
  });
}

const pack = (folder, name) => run("npm", ["pack", "--pack-destination", "packed"], folder, name);
const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

/** package.json in the tarball. */
async function readPacked(folder) {
  const { name, version } = readJson(folder, "package.json");
  const tarball = join("packed", `${name}-${version}.tgz`);
  const { out } = await run("tar", ["-xzOf", tarball, "package/package.json"], folder);
  return JSON.parse(out);
}

test("a package that is packed with a name has it, and server.json is beside the tarball", async () => {
  const folder = copyPackage();
  const before = readFileSync(join(folder, "package.json"), "utf8");
  expect(await pack(folder, NAME)).toMatchObject({ code: 0 });
  const packed = await readPacked(folder);
  const entry = readJson(folder, "packed", "server.json");
  expect([packed.mcpName, entry.name]).toEqual([NAME, NAME]);
  expect(entry).toEqual(createServerJson(NAME, packed));
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(before);
});

test("a package that is packed without a name has none", async () => {
  const folder = copyPackage();
  expect(await pack(folder)).toMatchObject({ code: 0 });
  expect(await readPacked(folder)).toEqual(readJson(folder, "package.json"));
  expect(readdirSync(join(folder, "packed"))).not.toContain("server.json");
});

test("nothing is packed with an invalid name", async () => {
  const folder = copyPackage();
  const { code, err } = await pack(folder, "loupe");
  expect(code).not.toBe(0);
  expect(err).toContain('such as io.github.OWNER/loupe, not "loupe"');
  expect(readdirSync(join(folder, "packed"))).toEqual([]);
});

test.each([NAME, "com.example/a2a-loupe", "io.github.OctoCat/Loupe_2.0", "a.b/cc"])(
  "%s is a name",
  (name) => {
    expect(getMcpName({ LOUPE_MCP_NAME: name })).toBe(name);
  },
);

test.each([
  "loupe",
  "octo-cat/loupe",
  "io.github.octo-cat/",
  "io.github.octo-cat/l",
  "io.github.octo-cat/tools/loupe",
  "io.github.-octo/loupe",
  ".github.octo-cat/loupe",
  "io..octo-cat/loupe",
  "io.github.octo-cat/loupe-",
  "io.github.octo cat/loupe",
  "https://github.com/octo-cat",
  `io.github.octo-cat/${"l".repeat(200)}`,
  "io.github.octo-cat/loupe\n",
])("%j is no name", (name) => {
  expect(() => getMcpName({ LOUPE_MCP_NAME: name })).toThrow("LOUPE_MCP_NAME must be");
});

// What the registry's schema of 2025-12-11 says of the members that the entry has, and what the registry
// refuses besides: a range of versions. The schema itself is not in the project; it ignores members that it
// does not know, and this does not.
const VERSION = z
  .string()
  .max(255)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
const ENTRY = z.strictObject({
  $schema: z.literal(
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().trim().min(1).max(100),
  description: z.string().min(1).max(100),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }).optional(),
  version: VERSION,
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: VERSION,
      runtimeHint: z.literal("npx"),
      // A positional argument needs a value or a hint.
      packageArguments: z.tuple([
        z.strictObject({ type: z.literal("positional"), value: z.string() }),
      ]),
      transport: z.strictObject({ type: z.literal("stdio") }),
    }),
  ]),
});

test("the entry is what the registry's schema asks for, and starts the MCP server of the package", () => {
  const manifest = readJson(resolveInProject("package.json"));
  const { version, packages } = ENTRY.parse(createServerJson(NAME, manifest));
  const [{ identifier, packageArguments, version: published }] = packages;
  expect(published).toBe(version);
  // npx runs the program that has the package's name.
  expect(Object.keys(manifest.bin)).toContain(identifier);
  expect(COMMANDS.map(({ name }) => name)).toContain(packageArguments[0].value);
});

test.each([
  ["git+https://github.com/octo-cat/loupe.git", "https://github.com/octo-cat/loupe"],
  ["https://github.com/octo-cat/loupe", "https://github.com/octo-cat/loupe"],
  ["git+https://git.example.org/octo-cat/loupe.git", undefined],
  ["https://github.com/octo-cat/loupe/tree/main", undefined],
])("the repository %s is named if the registry takes it", (url, expected) => {
  const entry = createServerJson(NAME, { name: "n", version: "1.0.0", repository: { url } });
  expect(entry.repository).toEqual(expected && { url: expected, source: "github" });
  expect(ENTRY.safeParse(entry).error).toBeUndefined();
});
