// Stamps: a hash of what a result was made from, kept beside the result, so that work is only
// done again when its inputs changed. Contents are hashed, not times: a checkout touches times.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveInProject } from "./project.mjs";

function* listFiles(name, keep) {
  const info = statSync(resolveInProject(name), { throwIfNoEntry: false });
  if (info === undefined) return;
  if (info.isFile()) {
    if (keep(name)) yield name;
    return;
  }
  for (const entry of readdirSync(resolveInProject(name)).sort())
    yield* listFiles(join(name, entry), keep);
}

/** One hash over the names and contents of files, and of the files in folders. */
export function hashFiles(names, { facts = [], keep = () => true } = {}) {
  const hash = createHash("sha256");
  for (const fact of facts) hash.update(`${fact}\n`);
  for (const name of names) {
    for (const file of listFiles(name, keep)) {
      const content = readFileSync(resolveInProject(file));
      hash.update(`${file} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}

/** Does `make` unless the stamp says that it was done with these inputs and not broken off. */
export async function runUnlessStamped(stamp, hash, make) {
  if (readStamp(stamp) === hash) return false;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function readStamp(stamp) {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}
