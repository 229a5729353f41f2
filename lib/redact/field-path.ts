/** The path of a field as a user writes it: `customer.email`, `parts[].text`, `header:x-tenant`, `/metadata/a~1b`. */

import { type EditableText, sliceText } from "./editable-text.ts";
import type { TextLocation } from "./text-location.ts";

export interface FieldPath {
  readonly written: string;
  readonly steps: readonly string[];
  readonly inHeaders: boolean;
}

/** `null` if the path has no names. */
export function parseFieldPath(written: string): FieldPath | null {
  const inHeaders = /^header:/i.test(written.trim());
  const path = written.trim().replace(/^header:/i, "");
  const steps = (
    path.startsWith("/") ? parsePointer(path) : inHeaders ? [path] : parseDottedPath(path)
  )
    .map((step) => step.trim().toLowerCase())
    .filter((step) => step !== "");
  return steps.length === 0 ? null : { written, steps, inHeaders };
}

const parsePointer = (path: string) =>
  path
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .filter((step) => !/^\d+$/.test(step));

const parseDottedPath = (path: string) => path.replace(/\[\d*\]/g, ".").split(".");

/** Whether the text is in the field or below it; the first steps of the path are optional. */
export function isInField(
  { part, path, kind }: TextLocation,
  { steps, inHeaders }: FieldPath,
): boolean {
  const isHeader = part === "header" || part === "trailer";
  if (kind === "name" || (inHeaders && !isHeader)) return false;
  const names = path.filter((step) => typeof step === "string").map((step) => step.toLowerCase());
  return names.some((_, from) =>
    steps.every(
      (step, i) => names[from + i] !== undefined && (step === "*" || step === names[from + i]),
    ),
  );
}

/** Finds the values of URL parameters with the name of the field in a text. */
export function* findNamedParameters(
  surface: EditableText,
  { steps }: FieldPath,
): Generator<EditableText> {
  const [name] = steps;
  if (steps.length !== 1 || !surface.text.includes("=")) return;
  for (const match of surface.text.matchAll(/[?&#]([^=?&#\s]+)=([^&#\s>"'\\]+)/g)) {
    const { 0: all, 1: found = "", 2: value = "", index } = match;
    if (found.toLowerCase() !== name) continue;
    yield sliceText(surface, index + all.length - value.length, index + all.length);
  }
}
