// Assembles dist/server, the part of the npm package that serves: the built site with the packages it
// loads, as Next.js traced them. The package installs nothing else.
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { COMMAND_PACKAGES, ensureCommand } from "./command.mjs";
import { formatLicences, getPackageFolder, listPagePackages } from "./licences.mjs";
import { resolveInProject, root } from "./project.mjs";
import { ensureSite } from "./site.mjs";

const BUILD = resolveInProject(".next");
const TRACED = join(BUILD, "standalone");
const MODULES = resolveInProject("node_modules");
const SERVER = resolveInProject("dist", "server");
/** Only for developers. */
const UNUSED = /\.(?:map|d\.ts|nft\.json)$/;

export async function assemblePackage() {
  await ensureSite();
  await ensureCommand();
  rmSync(SERVER, { recursive: true, force: true });
  copy(join(TRACED, "node_modules"), "node_modules");
  copy(join(TRACED, ".next"), ".next");
  removeAliasedPackages();
  copy(join(BUILD, "static"), ".next", "static");
  copy(join(BUILD, "csp-hashes.json"), ".next", "csp-hashes.json");
  copy(resolveInProject("public"), "public");
  removeBuildPaths();
  shareEqualChunks(join(SERVER, ".next", "server", "chunks"));
  writeFileSync(resolveInProject("dist", "licences.txt"), formatLicences(listPackages()));
  await writeRulesPage();
}

/** Writes all rules with their examples on one page, `docs/rules.md`. Needs the compiled command. */
export async function writeRulesPage() {
  const { formatRulesPage } = await import("../dist/bin/rules-page.js");
  writeFileSync(resolveInProject("docs", "rules.md"), formatRulesPage());
}

function copy(from, ...to) {
  cpSync(from, join(SERVER, ...to), {
    recursive: true,
    dereference: true,
    filter: (path) => !UNUSED.test(path),
  });
}

/**
 * Routes load an external package through a link of its own in `.next/node_modules`, which is copied
 * as a folder. Nothing loads the package that the link leads to.
 */
function removeAliasedPackages() {
  const folder = join(TRACED, ".next", "node_modules");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const target = relative(TRACED, realpathSync(join(folder, name)));
    if (target.startsWith("node_modules")) rmSync(join(SERVER, target), { recursive: true });
  }
}

/**
 * The build writes a chunk anew for each route that loads it, and each copy names a source map of its
 * own, which the package leaves out. Copies become references to the first one.
 */
function shareEqualChunks(folder) {
  const firsts = new Map();
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = join(folder, name);
    const text = readFileSync(file, "utf8").replace(/\n*\/\/# sourceMappingURL=.*\s*$/, "\n");
    const first = firsts.get(text);
    firsts.set(text, first ?? file);
    writeFileSync(file, first ? createReference(file, first) : text);
  }
}

function createReference(file, target) {
  const path = relative(dirname(file), target);
  return `module.exports=require(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)});\n`;
}

/** The configuration of the build names folders of this machine, which the server does not read. */
function removeBuildPaths() {
  const file = join(SERVER, ".next", "required-server-files.json");
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  const hidePath = (_, value) =>
    typeof value === "string" && value.startsWith(root) ? "." : value;
  writeFileSync(file, JSON.stringify({ config }, hidePath));
  rmSync(join(SERVER, ".next", "required-server-files.js"), { force: true });
}

/** The folders of all packages that the page, the command line and the server contain. */
function listPackages() {
  const folders = new Set([
    ...listPagePackages(),
    ...JSON.parse(readFileSync(COMMAND_PACKAGES, "utf8")),
    ...listBundledPackages(),
    ...listTracedPackages(),
  ]);
  return [...folders];
}

/** The packages in the scripts of the server, by their source maps. */
function* listBundledPackages() {
  const folder = join(BUILD, "server");
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".js.map")) continue;
    const file = join(folder, name);
    const { sources = [], sections = [] } = JSON.parse(readFileSync(file, "utf8"));
    for (const source of [sections.map(({ map }) => map.sources), sources].flat(2)) {
      const [module] = decodeURIComponent(source).split("/__nextjs-internal-proxy");
      const found = getPackageFolder(join(dirname(file), module));
      // Some maps of packages lead to the workspace in which they were built.
      if (found?.startsWith(MODULES) && existsSync(found)) yield found;
    }
  }
}

/** The packages beside the site, by their files. */
function* listTracedPackages() {
  const folder = join(TRACED, "node_modules");
  for (const name of readdirSync(folder, { recursive: true })) {
    const found = getPackageFolder(join(MODULES, name));
    if (statSync(join(folder, name)).isFile()) yield found;
  }
}
