// Patterns of file names: `*` and `?` within a name, `**` for any number of folders.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The pattern of a path with slashes. */
export function createGlobPattern(glob) {
  const source = glob
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map((part) => (part === "**" ? "(?:[^/]+/)*" : `${createNameSource(part)}/`))
    .join("");
  return new RegExp(`^${source.replace(/\/$/, "")}$`);
}

const createNameSource = (name) =>
  name
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, "[^/]*")
    .replace(/\?/g, "[^/]");

/** The files below a folder that match, in alphabetical order. Installed packages and history are not searched. */
export function findFiles(folder, glob) {
  const pattern = createGlobPattern(glob.replace(/^\.\//, ""));
  return [...listFiles(folder, "")].filter((path) => pattern.test(path)).sort();
}

function* listFiles(folder, within) {
  for (const name of readdirSync(join(folder, within))) {
    if (name === "node_modules" || name === ".git") continue;
    const path = within === "" ? name : `${within}/${name}`;
    const stats = statSync(join(folder, path), { throwIfNoEntry: false });
    if (stats?.isDirectory()) yield* listFiles(folder, path);
    else if (stats?.isFile()) yield path;
  }
}
