/**
 * Finds the JavaScript SDK, `@a2a-js/sdk`, in a project: under its own name, or under another that the
 * project gave it, as projects do that have several generations.
 *
 * **Guarantees:** nothing is installed, and nothing of the package is run.
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isObject, type JsonObject, tryParseJson } from "../../protocol/json.ts";

export const JS_SDK = "@a2a-js/sdk";

export const JS_GENERATIONS = ["0.2", "0.3", "1"] as const;
export type JsGeneration = (typeof JS_GENERATIONS)[number];

export interface JsSdkPackage {
  readonly folder: string;
  readonly version: string;
  readonly generation: JsGeneration;
}

/** All generations that a project has, one version of each. `folder`: the project, or a package. */
export function findJsSdks(folder: string): JsSdkPackage[] {
  const found = new Map<JsGeneration, JsSdkPackage>();
  for (const candidate of listCandidates(resolve(folder))) {
    const sdk = readSdk(candidate);
    if (sdk && !found.has(sdk.generation)) found.set(sdk.generation, sdk);
  }
  return [...found.values()].sort((a, b) => a.version.localeCompare(b.version));
}

function* listCandidates(folder: string): Generator<string> {
  yield folder;
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    yield join(modules, JS_SDK);
    for (const name of listAliases(at)) yield join(modules, name);
    if (dirname(at) === at) return;
  }
}

/** Names under which a project has the SDK: `"a2a-old": "npm:@a2a-js/sdk@0.2.5"`. */
function listAliases(project: string): string[] {
  const manifest = readManifest(project);
  const groups = [manifest?.dependencies, manifest?.devDependencies].filter(isObject);
  return groups.flatMap((group) =>
    Object.keys(group).filter((name) => String(group[name]).startsWith(`npm:${JS_SDK}@`)),
  );
}

export function readSdk(folder: string): JsSdkPackage | null {
  const manifest = readManifest(folder);
  if (manifest?.name !== JS_SDK || typeof manifest.version !== "string") return null;
  const { version } = manifest;
  const generation = JS_GENERATIONS.find((one) => version.startsWith(`${one}.`));
  return generation ? { folder, version, generation } : null;
}

function readManifest(folder: string): JsonObject | null {
  try {
    const value = tryParseJson(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The file of an entry of the package, for `import`. */
export function resolveEntry({ folder }: JsSdkPackage, entry: "." | "./client"): string {
  const exports = readManifest(folder)?.exports;
  const found = isObject(exports) ? exports[entry] : undefined;
  const target = isObject(found) ? found.import : found;
  const path = isObject(target) ? target.default : target;
  if (typeof path !== "string") throw new Error(`${JS_SDK} in ${folder} has no ${entry}`);
  return join(folder, path);
}
