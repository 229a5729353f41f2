// Collects the licences of the packages that are bundled into the page, to be shipped with it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { findPackageFile } from "./project.mjs";

/** Bundled with all of their dependencies. */
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

const COPYRIGHT = /^\s*(?:Copyright\b|\(c\)|©).*$/gim;

/** Every bundled package by name, with its version and licence text. */
function listBundledPackages() {
  const found = new Map();
  const visit = (name, isAlone) => {
    if (found.has(name) || TYPES_ONLY.test(name)) return;
    const manifest = findPackageFile(name, "package.json");
    const { version, dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    found.set(name, { name, version, text: readLicence(dirname(manifest)) });
    if (!isAlone) for (const other of Object.keys(dependencies)) visit(other, false);
  };
  for (const name of BUNDLED_PACKAGES) visit(name, false);
  for (const name of BUNDLED_WITHOUT_DEPENDENCIES) visit(name, true);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function readLicence(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file.`);
  return readFileSync(`${folder}/${file}`, "utf8");
}

/** The names of the packages, and one text: each licence once, with its copyright holders. */
export function collectLicences() {
  const packages = listBundledPackages();
  const byTerms = new Map();
  for (const { name, version, text } of packages) {
    const holders = (text.match(COPYRIGHT) ?? []).map((line) => line.trim());
    const terms = text.replace(COPYRIGHT, "").trim().replace(/\s+/g, " ");
    // Some texts start with the name of the licence, which would make equal terms differ.
    const plain = terms.replace(/^(?:\(?(?:The )?MIT(?: License)?\)? )/i, "");
    const group = byTerms.get(plain) ?? { terms, holders: [] };
    group.holders.push(`${name} ${version}: ${holders.join("; ")}`);
    byTerms.set(plain, group);
  }
  const text = [...byTerms.values()].map(
    ({ terms, holders }) =>
      `${holders.join("\n")}\n\n${terms.replace(/(.{1,96})(?: |$)/g, "$1\n")}`,
  );
  return { names: packages.map(({ name }) => name), text: text.join("\n") };
}
