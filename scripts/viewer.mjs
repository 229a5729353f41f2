// Builds the viewer pages, each the screen of a run in one file with its script and styles inlined:
// one for HTML exports, whose Content-Security-Policy blocks everything else, and one for static
// hosts, which opens the log that `?log=` in its address names.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { collectLicences, getPackageName } from "./licences.mjs";
import {
  canBundle,
  isMain,
  printNote,
  reportError,
  resolveInProject,
  runNode,
  StepError,
} from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

export const PAGE = resolveInProject("public", "viewer.html");
/** Opens logs by their URL. It is for static hosts: Loupe's own server lets its pages load nothing. */
const OPEN_PAGE = resolveInProject("public", "open.html");
/** Licences of the packages bundled into this page and the application's pages. */
export const NOTICES = resolveInProject("public", "licences.txt");

const SOURCES = [
  "app",
  "components",
  "lib",
  "public/theme.js",
  "package-lock.json",
  "scripts/licences.mjs",
  "scripts/viewer.mjs",
];
const STAMP = resolveInProject("node_modules", ".cache", "loupe", "viewer");

/** Builds the page if needed. Only HTML export depends on it: its bundler needs a newer Node than the rest. */
export async function ensureViewer() {
  if (!canBundle) {
    printNote(`HTML export needs Node 20.19 or later; this is ${process.version}.`);
    return false;
  }
  const keep = (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("lib/server");
  if (![PAGE, OPEN_PAGE, NOTICES].every(existsSync)) rmSync(STAMP, { force: true });
  return runUnlessStamped(STAMP, hashFiles(SOURCES, { keep }), async () => {
    const { code, output } = await runNode(resolveInProject("scripts", "viewer.mjs"), [], {
      quiet: true,
    });
    if (code !== 0) throw new StepError("Couldn't build the page for HTML export.", output);
  });
}

async function build() {
  const { names, text: notices } = collectLicences();
  writeFileSync(NOTICES, notices);
  const exported = await bundleScript(names, [readOnlyEmbeddedLogs]);
  const style = await bundleStyle(exported.sources, exported.sheets);
  writeFileSync(PAGE, createPage({ script: exported.script, style, notices, connects: [] }));
  const opening = await bundleScript(names, []);
  const page = createPage({
    script: opening.script,
    style,
    notices,
    connects: ["http:", "https:"],
  });
  writeFileSync(OPEN_PAGE, page.replace(TITLE_PLACEHOLDER, "Loupe").replace(LOG_PLACEHOLDER, ""));
}

const TITLE_PLACEHOLDER = "<!--loupe:title-->";
const LOG_PLACEHOLDER = "<!--loupe:log-->";

/** The placeholders of title and log and the marker attribute must match `lib/export/html.ts`. */
function createPage({ script, style, notices, connects }) {
  const theme = readFileSync(resolveInProject("public", "theme.js"), "utf8");
  const icon = readFileSync(resolveInProject("app", "icon.svg")).toString("base64");
  const policy = createPolicy({ scripts: [theme, script], styles: [style], connects });
  return `<!doctype html>
<html lang="en" data-loupe-log="1" data-theme="dark">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no, email=no, address=no">
<title>${TITLE_PLACEHOLDER}</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<script>${theme}</script>
<style>${style}</style>
</head>
<body>
<div id="loupe"><noscript>This file needs JavaScript to show its recorded run, and scripts are disabled here.</noscript></div>
${LOG_PLACEHOLDER}
<script>${script}</script>
</body>
<!--
This page contains the following packages, each under the terms below it.

${notices}-->
</html>
`;
}

/** Allows only these exact scripts and styles; nothing else is loaded, sent or embedded. */
function createPolicy({ scripts, styles, connects }) {
  const hashes = (texts) =>
    texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
  return [
    "default-src 'none'",
    `script-src ${hashes(scripts)}`,
    `style-src ${hashes(styles)}`,
    ...(connects.length > 0 ? [`connect-src ${connects.join(" ")}`] : []),
    "img-src data: blob:",
    "media-src data: blob:",
    "frame-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

async function bundleScript(licensed, plugins) {
  const { rolldown } = await import("rolldown");
  const sheets = [];
  const bundle = await rolldown({
    cwd: resolveInProject(),
    input: "components/viewer/main.tsx",
    platform: "browser",
    plugins: [collectSheets(sheets), ...plugins],
    // There is no URL to load a worker from, so code that uses workers runs without them.
    transform: {
      define: { "process.env.NODE_ENV": '"production"', "import.meta.url": "undefined" },
    },
    onLog(level, log) {
      // "use client" has no meaning here.
      if (level === "warn" && log.code !== "MODULE_LEVEL_DIRECTIVE") throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({
    format: "iife",
    minify: true,
    // The licences are in the notices, once and in full.
    comments: false,
    codeSplitting: false,
  });
  await bundle.close();
  if (output.length !== 1) throw new Error("The script was split into several chunks.");
  const unlicensed = output[0].moduleIds
    .map(getPackageName)
    .find((name) => name !== undefined && !licensed.includes(name));
  if (unlicensed !== undefined)
    throw new Error(`The licence of ${unlicensed} is not included in the page.`);
  const sources = output[0].moduleIds.filter((id) => /\.tsx?$/.test(id) && !getPackageName(id));
  return { script: escapeForElement("script", output[0].code), sources, sheets: sheets.sort() };
}

/** Leaves style sheets out of the script and adds their paths to a list. */
const collectSheets = (sheets) => ({
  name: "collect-sheets",
  load(id) {
    if (!id.endsWith(".css")) return null;
    sheets.push(id);
    return { code: "", moduleType: "js" };
  },
});

/** An exported page reads only the log that it contains, and needs no other format. */
const readOnlyEmbeddedLogs = {
  name: "read-only-embedded-logs",
  resolveId(source) {
    return source === "./importers.ts"
      ? resolveInProject("lib", "log", "embedded-log-importers.ts")
      : null;
  },
};

/** The sheets that the modules of the script import, and the utilities these name. */
async function bundleStyle(sources, sheets) {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const source = [
    '@import "./app/style.css";',
    ...sheets.map((path) => `@import ${JSON.stringify(path)};`),
    ...sources.map((path) => `@source ${JSON.stringify(path)};`),
  ].join("\n");
  const plugin = tailwind({ base: resolveInProject(), optimize: { minify: true } });
  const { css } = await postcss([plugin]).process(source, { from: resolveInProject("viewer.css") });
  return escapeForElement("style", css);
}

/** Escapes "<" in the strings of a script. Code does not contain these sequences. */
function escapeForElement(element, text) {
  const safe = element === "script" ? text.replace(/<(?=!--|\/?script)/gi, "\\x3C") : text;
  if (new RegExp(`</${element}|<!--|\\0|\r`, "i").test(safe)) {
    throw new Error(`The <${element}> contains a sequence that HTML would interpret.`);
  }
  return safe;
}

if (isMain(import.meta.url)) {
  const started = Date.now();
  try {
    await build();
    printNote(`viewer.html: ${readFileSync(PAGE).length} bytes in ${Date.now() - started} ms`);
  } catch (error) {
    reportError(error);
  }
}
