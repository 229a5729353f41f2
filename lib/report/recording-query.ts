/**
 * The query that finds recordings: words, and filters such as `verdict:failed` or `agent:"Weather 1.0"`.
 * The library, `loupe list` and the operations read it here.
 *
 * Guarantees: every text is a query. Filters of one facet are alternatives; all facets and all words
 * must match. Recordings of conformance grades are left out unless a filter names their tag.
 */

import type { RecordingSummary } from "../api/api-types.ts";
import { CONFORMANCE_TAG, isOfGrade } from "../api/recording-metadata.ts";
import { formatStoredVerdict, formatVerdict, isFailure } from "../lint/verdict/verdict-words.ts";
import { foldCase, parseSearchTerms } from "../text/search-terms.ts";
import { getAgentLabel, getAgentName } from "./recordings.ts";

/** What recordings are filtered by, in the order of the library. */
export const FACETS = ["verdict", "agent", "tag", "dialect", "version", "time"] as const;
export type Facet = (typeof FACETS)[number];

export interface FacetFilter {
  readonly facet: Facet;
  /** In lower case. */
  readonly value: string;
}

export interface RecordingQuery {
  readonly filters: readonly FacetFilter[];
  /** The rest of the query: words and phrases. */
  readonly words: string;
}

/** A filter, a phrase in quotes, or a word. */
const TOKEN = /(?:(\w+):(?:"([^"]+)"?|([^\s"]+)))|"[^"]*"?|[^\s"]+/g;
const MAX_FILTERS = 50;

export function parseRecordingQuery(query: string): RecordingQuery {
  const filters: FacetFilter[] = [];
  const words: string[] = [];
  for (const [token, name, phrase, word] of query.matchAll(TOKEN)) {
    const facet = FACETS.find((one) => one === name?.toLowerCase());
    const value = foldCase(phrase ?? word ?? "");
    if (facet === undefined || filters.length === MAX_FILTERS) words.push(token);
    else if (!hasFilter(filters, facet, value)) filters.push({ facet, value });
  }
  return { filters, words: words.join(" ") };
}

export function formatRecordingQuery({ filters, words }: RecordingQuery): string {
  const written = filters.map(({ facet, value }) =>
    /\s/.test(value) ? `${facet}:"${value}"` : `${facet}:${value}`,
  );
  return [...written, words.trim()].filter(Boolean).join(" ");
}

/** The query with a filter that it did not have, or without one that it had. */
export function toggleFilter(query: string, facet: Facet, label: string): string {
  const { filters, words } = parseRecordingQuery(query);
  // A query has no way to write a quote.
  const value = foldCase(label.replaceAll('"', " ").trim());
  const others = filters.filter((one) => one.facet !== facet || one.value !== value);
  const added = others.length === filters.length ? [...filters, { facet, value }] : others;
  return formatRecordingQuery({ filters: added, words });
}

function hasFilter(filters: readonly FacetFilter[], facet: Facet, value: string): boolean {
  return filters.some((one) => one.facet === facet && one.value === value);
}

const HOUR = 3_600_000;
/** How long ago a recording may have changed. */
const TIME_SPANS = [
  ["1h", HOUR],
  ["24h", 24 * HOUR],
  ["7d", 7 * 24 * HOUR],
  ["30d", 30 * 24 * HOUR],
] as const;

/** Finds every kind of failure, also half a success. */
export const ANY_FAILURE = "failed";

/**
 * What a facet says of a recording, in the words of the library. A failure is also `ANY_FAILURE`, so a
 * task that the agent reported as failed is a “failed task”.
 */
export function getFacetValues(recording: RecordingSummary, facet: Facet, now: number): string[] {
  const { facts, tags, changedAt } = recording;
  switch (facet) {
    case "verdict":
      return getVerdictValues(recording);
    case "agent":
      return [getAgentName(recording)];
    case "tag":
      return [...tags];
    case "dialect":
      return [...(facts?.dialects ?? [])];
    case "version":
      return [...(facts?.versions ?? [])];
    case "time": {
      const age = now - Date.parse(changedAt);
      return TIME_SPANS.filter(([, span]) => age < span).map(([name]) => name);
    }
  }
}

function getVerdictValues({ live, verdict }: RecordingSummary): string[] {
  if (live) return ["recording"];
  if (verdict === null) return ["not analyzed"];
  const { kind, endedBy } = verdict;
  const value = kind === "failed" ? "failed task" : formatVerdict({ kind, by: endedBy });
  return isFailure(verdict) ? [ANY_FAILURE, value] : [value];
}

/** Also by what is part of a value: an agent without its version, a day. */
function isFacetMatch(
  recording: RecordingSummary,
  { facet, value }: FacetFilter,
  now: number,
): boolean {
  if (facet === "agent") {
    const { name, facts } = recording;
    const names = [getAgentName(recording), facts?.agent ?? "", getAgentLabel(name), name];
    return names.some((one) => normalizeValue(one) === value);
  }
  if (facet === "time" && /^\d{4}-/.test(value)) return recording.changedAt.startsWith(value);
  return getFacetValues(recording, facet, now).some((one) => normalizeValue(one) === value);
}

const normalizeValue = (label: string) => foldCase(label.replaceAll('"', " ").trim());

/** Returns the facets that do not match a recording. */
type FindMismatches = (recording: RecordingSummary) => readonly Facet[];

export function createMismatchFinder(
  { filters }: Pick<RecordingQuery, "filters">,
  now: number,
): FindMismatches {
  const facets = FACETS.flatMap((facet) => {
    const wanted = filters.filter((one) => one.facet === facet);
    return wanted.length === 0 ? [] : [{ facet, wanted }];
  });
  return (recording) =>
    facets
      .filter(({ wanted }) => !wanted.some((one) => isFacetMatch(recording, one, now)))
      .map(({ facet }) => facet);
}

export const asksForGrades = ({ filters }: Pick<RecordingQuery, "filters">): boolean =>
  hasFilter(filters, "tag", CONFORMANCE_TAG);

/** Whether the filters of a query let a recording through, whatever its words. */
export function createFilterTest(
  query: Pick<RecordingQuery, "filters">,
  now: number,
): (recording: RecordingSummary) => boolean {
  const findMismatches = createMismatchFinder(query, now);
  const hidesGrades = !asksForGrades(query);
  return (recording) =>
    !(hidesGrades && isOfGrade(recording)) && findMismatches(recording).length === 0;
}

/** The recordings that pass the filters, and whose name, tags, agent, verdict or first message contain every word. */
export function filterRecordings<Recording extends RecordingSummary>(
  list: readonly Recording[],
  query: string,
  now: number,
): readonly Recording[] {
  const parsed = parseRecordingQuery(query);
  const terms = parseSearchTerms(parsed.words);
  const isWanted = createFilterTest(parsed, now);
  return list.filter((recording) => {
    if (!isWanted(recording)) return false;
    if (terms.length === 0) return true;
    const folded = foldCase(getSearchText(recording));
    return terms.every((term) => folded.includes(term));
  });
}

/** What the library lists of a recording, as one text. */
export function getSearchText(recording: RecordingSummary): string {
  const { id, name, given, firstMessage, tags, verdict, facts } = recording;
  const words = verdict
    ? [
        verdict.kind.replaceAll("-", " "),
        formatStoredVerdict(verdict),
        isFailure(verdict) ? ANY_FAILURE : "",
      ]
    : [];
  const agent = getAgentName(recording);
  return [
    given ?? "",
    firstMessage ?? "",
    name,
    agent,
    ...tags,
    ...words,
    facts?.firstError ?? "",
    id,
  ].join("\n");
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

const MAX_VALUES = 100;

/**
 * How many recordings each value of each facet has, among those that match the other facets. Most
 * frequent first; times in their order.
 */
export function countFacets(
  list: readonly RecordingSummary[],
  query: Pick<RecordingQuery, "filters">,
  now: number,
): Readonly<Record<Facet, readonly FacetCount[]>> {
  const findMismatches = createMismatchFinder(query, now);
  const counts = Object.fromEntries(
    FACETS.map((facet) => [facet, new Map<string, number>()]),
  ) as Record<Facet, Map<string, number>>;
  for (const recording of list) {
    const mismatches = findMismatches(recording);
    if (mismatches.length > 1) continue;
    const [only] = mismatches;
    for (const facet of only ? [only] : FACETS) {
      for (const value of getFacetValues(recording, facet, now)) {
        counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
      }
    }
  }
  const order = (facet: Facet) =>
    [...counts[facet]]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) =>
        facet === "time" ? 0 : other.count - one.count || compareTexts(one.value, other.value),
      )
      .slice(0, MAX_VALUES);
  return Object.fromEntries(
    FACETS.map((facet) => [facet, facet === "time" ? orderTimes(order(facet)) : order(facet)]),
  ) as unknown as Record<Facet, readonly FacetCount[]>;
}

function orderTimes(found: readonly FacetCount[]): FacetCount[] {
  return TIME_SPANS.flatMap(([name]) => found.filter(({ value }) => value === name));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
