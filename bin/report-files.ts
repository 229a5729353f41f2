/** The files of commands that grade: known failures, which they read, and reports, which they write. */

import { readFile } from "node:fs/promises";
import type { KnownFailure } from "../lib/conform/grade.ts";
import { parseKnownFailures } from "../lib/conform/known-failures.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { createTextOption } from "./command-line.ts";
import { type OutputFile, openOutput } from "./output-file.ts";

export const createFileOption = (syntax: string, help: string) =>
  createTextOption(syntax, help, "a file name");

export const KNOWN_OPTION = createFileOption(
  "--known FILE",
  "known failures, each with its reason; an entry that no longer fails makes the grade fail",
);

export const REPORT_OPTIONS = {
  html: createFileOption("--html FILE", "also write an HTML page"),
  junit: createFileOption("--junit FILE", "also write JUnit XML"),
  sarif: createFileOption("--sarif FILE", "also write SARIF 2.1.0"),
  markdown: createFileOption("--markdown FILE", "also write Markdown"),
};

/** Resolves to an error message if the file cannot be read; to nothing known without a file. */
export async function loadKnownFailures(
  path: string | null,
  hasCheck?: (id: string) => boolean,
): Promise<readonly KnownFailure[] | string> {
  if (path === null) return [];
  try {
    const entries = parseKnownFailures(await readFile(path, "utf8"), hasCheck);
    return typeof entries === "string" ? `cannot read ${path}: ${entries}` : entries;
  } catch (error) {
    return `cannot read ${path}: ${getErrorMessage(error)}`;
  }
}

/** Reports replace existing files. Resolves to an error message if one cannot be written. */
export async function openReports<Name extends string>(
  names: readonly Name[],
  files: Readonly<Record<Name, string | null>>,
): Promise<ReadonlyMap<Name, OutputFile> | string> {
  const outputs = new Map<Name, OutputFile>();
  for (const name of names) {
    const path = files[name];
    if (path === null) continue;
    const file = await openOutput(path, { isForced: true, isPrivate: false });
    if (typeof file === "string") {
      for (const output of outputs.values()) await output.close();
      return file;
    }
    outputs.set(name, file);
  }
  return outputs;
}
