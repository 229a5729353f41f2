/** Media types of parts, held against the modes that a card lists. */

import type { Part } from "../../protocol/model.ts";

/** The types of all parts; `null` if a part does not say what it is. */
export function getPartTypes(parts: readonly Part[]): string[] | null {
  const types: string[] = [];
  for (const part of parts) {
    const type = getPartType(part);
    if (type === null) return null;
    types.push(type);
  }
  return types.length === 0 ? null : types;
}

function getPartType(part: Part): string | null {
  if (part.kind === "other") return null;
  if (part.mediaType !== undefined) return part.mediaType;
  if (part.kind === "text") return "text/plain";
  return part.kind === "data" ? "application/json" : null;
}

/**
 * The first of these types that is not among the modes; `null` if all are, or if a mode is no media
 * type, so that it may mean any.
 */
export function findUnlistedType(
  types: readonly string[],
  modes: readonly string[],
): string | null {
  if (modes.length === 0 || !modes.every((mode) => mode.includes("/") || mode in BARE_MODES))
    return null;
  return types.find((type) => !modes.some((mode) => includesType(mode, type))) ?? null;
}

/** Modes of 0.1, which later agents still write. */
const BARE_MODES: Readonly<Record<string, string>> = {
  text: "text/*",
  data: "application/json",
  json: "application/json",
  file: "*/*",
};

function includesType(mode: string, type: string): boolean {
  const [wanted, given] = [BARE_MODES[mode] ?? mode, type].map((one) =>
    (one.split(";", 1)[0] ?? "").trim().toLowerCase(),
  );
  if (wanted === "*/*" || wanted === given) return true;
  return wanted?.endsWith("/*") === true && given?.startsWith(wanted.slice(0, -1)) === true;
}
