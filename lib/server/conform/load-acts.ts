/**
 * Loads ACTS files from a folder, or from one file with those that it includes.
 *
 * Guarantee: nothing outside of the folder is read; a file that cannot be read entirely is an error.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import type { ActsConventionName } from "../../api/grading.ts";
import {
  ActsProfile,
  type ActsSuite,
  type LoadedTest,
  listBehaviors,
} from "../../conform/acts/acts-profile.ts";
import { listFailedTests } from "../../conform/acts/compare-report.ts";
import { ACTS_CONVENTIONS } from "../../conform/acts/convention.ts";
import {
  type ActsDocument,
  parseActsBehaviors,
  parseActsDocument,
} from "../../conform/acts/document.ts";
import { type ActsReport, parseActsReport } from "../../conform/acts/report.ts";
import { getErrorMessage } from "../../text/error-message.ts";

/** More than for the profile `any`: the files have more than a hundred tests for each binding. */
export const MAX_ACTS_REQUESTS = 2000;

export interface ActsProfileOptions {
  readonly convention: ActsConventionName;
  /** The behaviors that the agent declares, or all that the tests ask for; `null` if nobody says. */
  readonly behaviors: ReadonlySet<string> | "all" | null;
  readonly variables: ReadonlyMap<string, string>;
  /** Only its failed tests are run, over its binding. */
  readonly report: ActsReport | null;
}

/** Resolves to the profile of the files at a path, or to what is wrong with one. */
export async function loadActsProfile(
  path: string,
  { convention, behaviors, variables, report }: ActsProfileOptions,
): Promise<ActsProfile | string> {
  const suite = await loadActs(path);
  if (typeof suite === "string") return suite;
  const failed = report && new Set(listFailedTests(report).map(({ id }) => id));
  const tests = suite.tests.filter(({ test }) => failed === null || failed.has(test.id));
  return new ActsProfile(
    { ...suite, tests },
    {
      convention: ACTS_CONVENTIONS[convention],
      behaviors: behaviors === "all" ? listBehaviors(suite) : behaviors,
      variables,
      ...(report && { transport: report.transport }),
    },
  );
}

const ACTS_FILE = /\.acts\.(?:ya?ml|json)$/;

interface NamedDocument {
  readonly file: string;
  readonly document: ActsDocument;
}

/** Resolves to the tests in the order of the manifest, or to what is wrong. */
export async function loadActs(path: string): Promise<ActsSuite | string> {
  const documents = await loadDocuments(path);
  if (typeof documents === "string") return documents;
  const [first] = documents;
  if (!first) return `${path} has no files named *.acts.yaml`;
  const shared = documents.flatMap(({ document }) =>
    document.include ? Object.entries(document.variables ?? {}) : [],
  );
  const tests = documents.flatMap(({ document }): LoadedTest[] => {
    const variables = new Map([...shared, ...Object.entries(document.variables ?? {})]);
    return (document.suites ?? []).flatMap(({ tests: own, ...suite }) =>
      own.map((test) => ({ suite, test, variables })),
    );
  });
  const ids = new Set<string>();
  for (const { test } of tests) {
    if (ids.has(test.id)) return `${path}: two tests have the id ${test.id}`;
    ids.add(test.id);
  }
  const { acts_version: actsVersion, spec_version: specVersion } = first.document;
  return { actsVersion, specVersion, tests };
}

async function loadDocuments(path: string): Promise<readonly NamedDocument[] | string> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const folder = isFolder ? path : dirname(path);
    const files = isFolder
      ? (await readdir(path)).filter((name) => ACTS_FILE.test(name)).sort()
      : [basename(path)];
    const found: NamedDocument[] = [];
    for (const file of files) {
      const document = await loadDocument(folder, file);
      if (typeof document === "string") return document;
      found.push({ file, document });
    }
    const manifest = found.find(({ document }) => document.include);
    return manifest ? await followIncludes(folder, manifest) : found;
  } catch (error) {
    return `cannot read ${path}: ${getErrorMessage(error)}`;
  }
}

/** A manifest says which files belong to it, and in which order. */
async function followIncludes(folder: string, manifest: NamedDocument) {
  const found = [manifest];
  for (const file of manifest.document.include ?? []) {
    if (file !== basename(file)) return `${manifest.file}: ${file} is not in its folder`;
    const document = await loadDocument(folder, file);
    if (typeof document === "string") return document;
    if (document.include) return `${file}: an included file may not include others`;
    found.push({ file, document });
  }
  return found;
}

async function loadDocument(folder: string, file: string): Promise<ActsDocument | string> {
  const document = parseActsDocument(await readYaml(join(folder, file)));
  return typeof document === "string" ? `${file}: ${document}` : document;
}

/** JSON is YAML, too. */
const readYaml = async (path: string): Promise<unknown> => parse(await readFile(path, "utf8"));

const loadBy =
  <T>(parseFile: (value: unknown) => T | string) =>
  async (path: string): Promise<T | string> => {
    try {
      const parsed = parseFile(await readYaml(path));
      return typeof parsed === "string" ? `cannot read ${path}: ${parsed}` : parsed;
    } catch (error) {
      return `cannot read ${path}: ${getErrorMessage(error)}`;
    }
  };

export const loadBehaviors: (path: string) => Promise<ReadonlySet<string> | string> =
  loadBy(parseActsBehaviors);

export const loadActsReport: (path: string) => Promise<ActsReport | string> =
  loadBy(parseActsReport);
