// Stamps: a hash of the inputs of a result, stored beside it, so that work is repeated only when its
// inputs change. Hashes contents, not modification times, because a checkout changes the times.
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

/** One hash over the names and contents of files, including those in folders. */
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

/** Runs `make` unless the stamp shows that it completed with these inputs. */
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
