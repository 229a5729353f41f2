// node scripts/mcp-registry.mjs check|add|remove: the entry in the MCP registry, for whoever publishes
// under a name of their own: LOUPE_MCP_NAME=io.github.OWNER/loupe npm pack. npm runs `check` and `add`
// before it packs and `remove` after: the packed package.json has the name as `mcpName`, by which the
// registry knows the owner, server.json is beside the tarball, and the checkout is as before.
// Without a name nothing is written.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isMain, printNote, reportError, resolveInProject, StepError } from "./project.mjs";

const VARIABLE = "LOUPE_MCP_NAME";
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const MAX_NAME = 200;
/** Labels of a reversed domain, a slash, and a name of at least two characters. */
const NAME =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?\/[a-z\d][\w.-]*[a-z\d]$/i;
const PACKAGE_JSON = resolveInProject("package.json");

/** The name to publish under; null without one. */
export function getMcpName(env = process.env) {
  const name = env[VARIABLE] ?? "";
  if (name === "") return null;
  if (name.length > MAX_NAME || !NAME.test(name)) {
    throw new StepError(
      `${VARIABLE} must be a domain in reverse, a slash and a name, such as io.github.OWNER/loupe, not "${name}".`,
    );
  }
  return name;
}

/** What the registry is told; `manifest` is the content of package.json. */
export function createServerJson(name, manifest) {
  const repository = /^(?:git\+)?(https:\/\/github\.com\/[^/]+\/[^/]+?)(?:\.git)?$/.exec(
    manifest.repository?.url ?? "",
  )?.[1];
  return {
    $schema: SCHEMA,
    name,
    title: "Loupe",
    description:
      "Debug A2A agents: record every byte, explain how a run ended, and find the rule and the frame.",
    ...(repository && { repository: { url: repository, source: "github" } }),
    version: manifest.version,
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version: manifest.version,
        runtimeHint: "npx",
        packageArguments: [{ type: "positional", value: "mcp" }],
        transport: { type: "stdio" },
      },
    ],
  };
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

const steps = {
  check() {
    getMcpName();
  },
  add() {
    const name = getMcpName();
    if (name === null) return;
    const manifest = JSON.parse(readFileSync(PACKAGE_JSON, "utf8"));
    // npm resolves the folder of the tarball from where it was started, not from the package.
    const { INIT_CWD = ".", npm_config_pack_destination: folder = "." } = process.env;
    const file = join(resolve(INIT_CWD, folder), "server.json");
    writeJson(file, createServerJson(name, manifest));
    writeJson(PACKAGE_JSON, { ...manifest, mcpName: name });
    printNote(`${file} describes ${name} to the MCP registry.`);
  },
  remove() {
    if (getMcpName() === null) return;
    const { mcpName: _, ...manifest } = JSON.parse(readFileSync(PACKAGE_JSON, "utf8"));
    writeJson(PACKAGE_JSON, manifest);
  },
};

if (isMain(import.meta.url)) {
  try {
    steps[process.argv[2]]();
  } catch (error) {
    reportError(error);
  }
}
