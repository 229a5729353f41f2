/** The seed files of the fuzzer: every fixture, and inputs that were found before. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const FOLDERS = ["fixtures/shapes", "fixtures/recorded", "fixtures/formats", "fuzz/corpus"];

export interface Seed {
  readonly name: string;
  readonly bytes: Buffer;
}

/** `root` is the folder of the project. */
export function readSeeds(root: string, folders = FOLDERS): Seed[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort()
    .map((path) => {
      const name = relative(root, path).split(sep).join("/");
      return { name, bytes: readFileSync(path) };
    });
}
