/**
 * Metadata of a recording: name, tags, notes on events, decisions about the calls between agents, and
 * the verdict. It is stored beside the log, never in it, as JSON lines (`MetadataChange`). Each line changes one thing, so concurrent
 * writers do not overwrite each other.
 *
 * **Guarantees:** `parseMetadata` is total: an incomplete, foreign or oversized line changes
 * nothing.
 */

import { truncateToGraphemes } from "../text/graphemes.ts";

export interface EventNote {
  readonly id: string;
  /** The exchange, and the index of the event in it, from 0. */
  readonly x: string;
  readonly event: number;
  readonly text: string;
  /** Time of the last change, ISO 8601. */
  readonly at: string;
}

/** What the user decided about a call between agents: which call it was made for. */
export interface EdgeDecision {
  /** The exchange of the call. */
  readonly x: string;
  /** The exchange of the call that it was made for; `null` if it was made for none. */
  readonly parent: string | null;
}

/** The verdict of a run, as in `lib/lint/verdict.ts`. */
export interface VerdictSummary {
  readonly kind: string;
  readonly clean: boolean;
  readonly because: string;
  /** Who ended it; `null` if unknown. */
  readonly endedBy: string | null;
  /** The kinds of what went wrong although it ended well, one for each time; absent if nothing did. */
  readonly caveats?: readonly string[];
}

/** A verdict of the first `bytes` of the log, by one version of Loupe. */
interface StoredVerdict extends VerdictSummary {
  readonly bytes: number;
  readonly by: string;
}

export interface RecordingMetadata {
  /** `null` if not set. */
  readonly name: string | null;
  readonly tags: readonly string[];
  /** In the order they were created. */
  readonly notes: readonly EventNote[];
  /** One for each call that was decided on. */
  readonly edges: readonly EdgeDecision[];
  readonly verdict: StoredVerdict | null;
  /** The recording was a card lookup that found none. */
  readonly failedLookUp: boolean;
  /** The id of the grade that made the recording; `null` if none did. */
  readonly grade: string | null;
}

export type MetadataChange =
  /** An empty name removes it. */
  | { readonly a: "name"; readonly at: string; readonly name: string }
  | {
      readonly a: "tags";
      readonly at: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  /** An empty text removes the note. */
  | ({ readonly a: "note" } & EventNote)
  /** Without a parent, the decision is removed. The verdict follows from it, so it is dropped. */
  | {
      readonly a: "edge";
      readonly at: string;
      readonly x: string;
      readonly parent?: string | null;
    }
  | ({ readonly a: "verdict"; readonly at: string } & StoredVerdict)
  /** The card lookup failed. */
  | { readonly a: "failed-look-up"; readonly at: string }
  | { readonly a: "grade"; readonly at: string; readonly grade: string };

export const EMPTY_METADATA: RecordingMetadata = {
  name: null,
  tags: [],
  notes: [],
  edges: [],
  verdict: null,
  failedLookUp: false,
  grade: null,
};

/** The tag of the recordings of a conformance grade. */
export const CONFORMANCE_TAG = "conformance";

/** A grade makes dozens of recordings, which would hide all others. */
export const isOfGrade = ({ tags }: { readonly tags: readonly string[] }): boolean =>
  tags.includes(CONFORMANCE_TAG);

export const NAME_LIMIT = 200;
export const TAG_LIMIT = 40;
export const MAX_TAGS = 20;
export const NOTE_LIMIT = 4000;
export const MAX_NOTES = 1000;
export const MAX_EDGES = 200;
const VERDICT_TEXT_LIMIT = 500;

/** Makes text safe for one line: removes control and bidi characters. */
export function sanitizeLine(text: string, limit: number): string {
  const plain = text.replace(INVISIBLE_CHARACTERS, " ").replace(/\s+/g, " ").trim();
  const characters = [...plain.slice(0, limit * 2)].slice(0, limit).join("");
  return truncateToGraphemes(plain, characters.length);
}

const INVISIBLE_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Tags are compared case-insensitively. A comma separates tags in input fields. */
export function sanitizeTag(text: string): string {
  return sanitizeLine(text.replaceAll(",", " "), TAG_LIMIT);
}

function applyChange(metadata: RecordingMetadata, change: MetadataFields): RecordingMetadata {
  switch (change.a) {
    case "name":
      return typeof change.name === "string"
        ? { ...metadata, name: sanitizeLine(change.name, NAME_LIMIT) || null }
        : metadata;
    case "tags":
      return {
        ...metadata,
        tags: updateTags(metadata.tags, toStrings(change.add), toStrings(change.remove)),
      };
    case "note":
      return { ...metadata, notes: updateNotes(metadata.notes, change) };
    case "edge":
      return { ...metadata, edges: updateEdges(metadata.edges, change), verdict: null };
    case "verdict":
      return { ...metadata, verdict: parseVerdict(change) ?? metadata.verdict };
    case "failed-look-up":
      return { ...metadata, failedLookUp: true };
    case "grade":
      return typeof change.grade === "string"
        ? { ...metadata, grade: sanitizeLine(change.grade, TAG_LIMIT) || null }
        : metadata;
    default:
      return metadata;
  }
}

/** Later changes win, wherever their lines are: those of other Loupes are appended when they arrive. */
export function parseMetadata(text: string): RecordingMetadata {
  let time = "";
  const changes = text.split("\n").flatMap((line) => {
    const change = parseMetadataLine(line);
    if (change === null) return [];
    if (typeof change.at === "string") time = change.at;
    return [{ change, time }];
  });
  return changes
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
    .reduce((metadata, { change }) => applyChange(metadata, change), EMPTY_METADATA);
}

/** The minimal changes that produce this metadata, for a copy. A copy is not a card lookup. */
export function toMetadataChanges(
  { name, tags, notes, edges, verdict, grade }: RecordingMetadata,
  at: string,
): MetadataChange[] {
  return [
    ...(name === null ? [] : [{ a: "name", at, name } as const]),
    ...(tags.length === 0 ? [] : [{ a: "tags", at, add: tags, remove: [] } as const]),
    ...notes.map((note) => ({ a: "note", ...note }) as const),
    ...edges.map((edge) => ({ a: "edge", at, ...edge }) as const),
    ...(verdict === null ? [] : [{ a: "verdict", at, ...verdict } as const]),
    ...(grade === null ? [] : [{ a: "grade", at, grade } as const]),
  ];
}

/** A line of JSON whose members are not checked. */
export type MetadataFields = Readonly<Record<string, unknown>>;

/** `null` if the line is no object. */
export function parseMetadataLine(line: string): MetadataFields | null {
  // Parsing would take seconds for a file of many short damaged lines.
  if (!line.startsWith("{") || !line.endsWith("}") || !line.includes('"a"')) return null;
  try {
    // It starts with a brace, so it is an object if it is valid.
    return JSON.parse(line) as MetadataFields;
  } catch {
    return null;
  }
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function updateTags(tags: readonly string[], add: string[], remove: string[]): string[] {
  const gone = new Set(remove.map((tag) => sanitizeTag(tag).toLowerCase()));
  const kept = new Map<string, string>();
  for (const tag of tags) if (!gone.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  for (const tag of add.map(sanitizeTag)) if (tag !== "") kept.set(tag.toLowerCase(), tag);
  return [...kept.values()].slice(0, MAX_TAGS);
}

function updateNotes(notes: readonly EventNote[], fields: MetadataFields): readonly EventNote[] {
  const { id, x, event, text, at } = fields;
  if (typeof id !== "string" || typeof text !== "string") return notes;
  if (text.trim() === "") return notes.filter((note) => note.id !== id);
  if (typeof x !== "string" || typeof at !== "string" || !isCount(event)) return notes;
  const note = { id, x, event, text: truncateToGraphemes(text, NOTE_LIMIT), at };
  const index = notes.findIndex((note) => note.id === id);
  if (index >= 0) return notes.with(index, note);
  return notes.length < MAX_NOTES ? [...notes, note] : notes;
}

function updateEdges(
  edges: readonly EdgeDecision[],
  { x, parent }: MetadataFields,
): readonly EdgeDecision[] {
  const isValid = parent === undefined || parent === null || typeof parent === "string";
  if (typeof x !== "string" || !isValid) return edges;
  const others = edges.filter((edge) => edge.x !== x);
  if (parent === undefined || others.length >= MAX_EDGES) return others;
  return [...others, { x, parent }];
}

function parseVerdict({
  kind,
  clean,
  because,
  endedBy,
  caveats,
  bytes,
  by,
}: MetadataFields): StoredVerdict | null {
  const hasTexts =
    typeof kind === "string" && typeof because === "string" && typeof by === "string";
  if (!hasTexts || typeof clean !== "boolean" || !isCount(bytes)) return null;
  return {
    kind,
    clean,
    because: truncateToGraphemes(because, VERDICT_TEXT_LIMIT),
    endedBy: typeof endedBy === "string" ? endedBy.slice(0, VERDICT_TEXT_LIMIT) : null,
    ...(Array.isArray(caveats) && { caveats: caveats.filter(isShortText).slice(0, MAX_CAVEATS) }),
    bytes,
    by,
  };
}

/** More of one run are not stored. */
export const MAX_CAVEATS = 100;

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length <= TAG_LIMIT;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
