// The licences of the packages that are compiled into the page: whoever hands the page on hands
// these on with it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { findPackageFile } from "./project.mjs";

/** With all that they ask for. */
const BUNDLED_PACKAGES = [
  "@tanstack/react-query",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "micromark-extension-gfm",
  "react",
  "react-dom",
  "zustand",
];
/** What else it asks for is installed beside it, or not used in the page. */
const BUNDLED_WITHOUT_DEPENDENCIES = ["next"];
/** Types, of which nothing is left in the page. */
const TYPES_ONLY = /^@types\//;

const COPYRIGHT = /^\s*(?:Copyright\b|\(c\)|©).*$/gim;

/** Every package by its name, with its version, whose it is and what it may be used for. */
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
  if (file === undefined) throw new Error(`${folder} has no licence.`);
  return readFileSync(`${folder}/${file}`, "utf8");
}

/** The names of the packages, and one text: each licence once, with whom it is from. */
export function collectLicences() {
  const packages = listBundledPackages();
  const byTerms = new Map();
  for (const { name, version, text } of packages) {
    const holders = (text.match(COPYRIGHT) ?? []).map((line) => line.trim());
    const terms = text.replace(COPYRIGHT, "").trim().replace(/\s+/g, " ");
    // Some begin with the name of the licence, which says nothing that the terms do not.
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
