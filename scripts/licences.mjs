// Collects the licences of the packages that are bundled into the page or shipped beside it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findPackageFile } from "./project.mjs";

/** Bundled into the page with all of their dependencies. */
const BUNDLED_PACKAGES = [
  "@codemirror/commands",
  "@codemirror/lang-json",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/search",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/highlight",
  "@tanstack/react-query",
  "jose",
  "lucide-react",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "micromark-extension-gfm",
  "oauth4webapi",
  "react",
  "react-dom",
  "zustand",
];
/** Bundled without dependencies, which are listed above or not used in the page. */
const BUNDLED_WITHOUT_DEPENDENCIES = ["next"];
/** Packages of types, which are erased. */
const TYPES_ONLY = /^@types\//;
/** Packages without a licence file, and the package of the same owner and terms that has one. */
const SAME_TERMS = new Map([
  ["@edge-runtime/cookies", "next"],
  ["@edge-runtime/ponyfill", "next"],
  ["@edge-runtime/primitives", "next"],
  ["@next/env", "next"],
  ["client-only", "react"],
  ["image-detector", "next/dist/compiled/image-size"],
  ["next-server", "next"],
]);
/** Dedicated to the public, without a licence file. */
const PUBLIC_DOMAIN = new Map([["string-hash", "CC0-1.0"]]);

/** A line that names a holder, not a sentence of the terms about copyright. */
const COPYRIGHT = /^\s*(?:Copyright (?:\([cC]\)|©|&copy;|\d|[A-Z])|\([cC]\)|©).*$/gm;

/** Next.js carries other packages in a folder of its own. */
const PACKAGE_FOLDER =
  /^.*[\\/](?:node_modules|next[\\/]dist[\\/]compiled)[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/** The package of a module; undefined for Loupe's own modules. */
export const getPackageName = (id) => PACKAGE_FOLDER.exec(id)?.[1]?.replace("\\", "/");

/** The folder of that package. */
export const getPackageFolder = (id) => PACKAGE_FOLDER.exec(id)?.[0];

/** The folders of all packages that are bundled into the page. */
export function listPagePackages() {
  const found = new Map();
  const visit = (name, isAlone) => {
    if (found.has(name) || TYPES_ONLY.test(name)) return;
    const manifest = findPackageFile(name, "package.json");
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    found.set(name, dirname(manifest));
    if (!isAlone) for (const other of Object.keys(dependencies)) visit(other, false);
  };
  for (const name of BUNDLED_PACKAGES) visit(name, false);
  for (const name of BUNDLED_WITHOUT_DEPENDENCIES) visit(name, true);
  return [...found.values()];
}

/** Name, version and licence text of a package. Throws if it has none, which breaks the build. */
function readPackage(folder) {
  const file = `${folder}/package.json`;
  const { version } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const name = getPackageName(folder);
  return { name, version, text: readLicence(folder, name) };
}

function readLicence(folder, name) {
  const file = findLicenceFile(folder);
  if (file !== undefined) return readFileSync(file, "utf8");
  const other = SAME_TERMS.get(name);
  if (other !== undefined)
    return readLicence(dirname(findPackageFile(other, "package.json")), other);
  const terms = PUBLIC_DOMAIN.get(name);
  if (terms === undefined) throw new Error(`${folder} has no licence file.`);
  return terms;
}

/** Also in a subfolder, where Next.js carries only a part of a package. */
function findLicenceFile(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const file = entries.find(({ name }) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  if (file !== undefined) return join(folder, file.name);
  if (!isCarriedByNext(folder)) return undefined;
  const found = entries.filter((entry) => entry.isDirectory());
  return found.map(({ name }) => findLicenceFile(join(folder, name))).find(Boolean);
}

const isCarriedByNext = (folder) => /[\\/]next[\\/]dist[\\/]compiled[\\/]/.test(folder);

/** The names of the packages in the page, and the text of their licences. */
export function collectLicences() {
  const packages = listPagePackages().map(readPackage);
  return { names: packages.map(({ name }) => name), text: formatPackages(packages) };
}

/** The licences of the packages in these folders as one text. */
export const formatLicences = (folders) => formatPackages(folders.map(readPackage));

/** One text: each licence once, with its copyright holders. */
function formatPackages(packages) {
  const byTerms = new Map();
  for (const { name, version, text } of packages.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const holders = (text.match(COPYRIGHT) ?? []).map((line) => line.trim());
    const terms = text.replace(COPYRIGHT, "").trim().replace(/\s+/g, " ");
    // Some texts start with the name of the licence, which would make equal terms differ.
    const plain = terms.replace(/^(?:\(?(?:The )?MIT(?: License)?\)? )/i, "");
    const group = byTerms.get(plain) ?? { terms, holders: [] };
    const line = [name, version].filter(Boolean).join(" ");
    group.holders.push(`${line}: ${holders.join("; ")}`);
    byTerms.set(plain, group);
  }
  const text = [...byTerms.values()].map(
    ({ terms, holders }) =>
      `${holders.join("\n")}\n\n${terms.replace(/(.{1,96})(?: |$)/g, "$1\n")}`,
  );
  return text.join("\n");
}
