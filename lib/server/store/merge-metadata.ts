/**
 * Merges the metadata of one recording: the lines that this Loupe has, and those in the store. Both
 * are sets of changes with times; the latest change of a name, tag, note or edge wins.
 *
 * Guarantees: merging is total and does not depend on the order of lines; no line is lost; where two
 * changed the same name or note at the same time, the loser is notified.
 */

import { createHash } from "node:crypto";
import { type MetadataFields, parseMetadataLine } from "../../api/recording-metadata.ts";

/** A change that another Loupe made to the same name or note at the same time, and that won. */
interface LostChange {
  readonly kind: "name" | "note";
  /** The text that lost, and the one that won. */
  readonly yours: string;
  readonly theirs: string;
  /** The Loupe that made the change that won. */
  readonly by: string;
}

interface MergedMetadata {
  /** All lines, for the store. */
  readonly lines: readonly string[];
  /** The store lacks some of them. */
  readonly hasNewForStore: boolean;
  /** Lines of the store that this Loupe lacks. */
  readonly newHere: readonly string[];
  readonly lost: readonly LostChange[];
}

/** Members that only lines of the store have. `over`: the change that it replaced unseen. */
interface StoreMembers {
  readonly from?: unknown;
  readonly over?: unknown;
}

interface Change {
  readonly fields: MetadataFields & StoreMembers;
  /** The change alone, as both sides write it. */
  readonly key: string;
  readonly line: string;
}

/** Verdicts follow from the log, and card lookups that failed are not shared. */
const SHARED: ReadonlySet<unknown> = new Set(["name", "tags", "note", "edge", "grade"]);

/** `server`: the name of this Loupe. */
export function mergeMetadata(here: string, inStore: string, server: string): MergedMetadata {
  const own = parseChanges(here);
  const stored = parseChanges(inStore);
  const outgoing = [...own.values()].filter(({ key }) => !stored.has(key));
  const incoming = [...stored.values()].filter(({ key }) => !own.has(key));
  const lost: LostChange[] = [];
  const added = outgoing.map((change) => {
    const fields: Record<string, unknown> = { ...change.fields, from: server };
    const rival = findLatest(incoming, getTarget(change.fields));
    if (rival && getText(rival.fields) !== getText(change.fields)) {
      if (isLater(rival, change)) lost.push(createLostChange(change, rival));
      else fields.over = nameChange(rival.fields);
    }
    return JSON.stringify(fields);
  });
  for (const winner of incoming) {
    const mine = [...own.values()].find(
      ({ fields }) => nameChange({ ...fields, from: server }) === winner.fields.over,
    );
    if (mine && getTarget(mine.fields) === getTarget(winner.fields)) {
      lost.push(createLostChange(mine, winner));
    }
  }
  return {
    lines: [...[...stored.values()].map(({ line }) => line), ...added],
    hasNewForStore: added.length > 0,
    newHere: incoming.map(({ line }) => line),
    lost,
  };
}

/** Equal if and only if two texts have the same changes. Empty if there are none. */
export function hashMetadata(text: string): string {
  const keys = [...parseChanges(text).keys()].sort();
  if (keys.length === 0) return "";
  return createHash("sha256").update(keys.join("\n")).digest("hex").slice(0, 16);
}

function parseChanges(text: string): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const line of text.split("\n")) {
    const fields = parseMetadataLine(line);
    if (fields === null || !SHARED.has(fields.a)) continue;
    const { from: _from, over: _over, ...change } = fields;
    const key = JSON.stringify(change);
    if (!changes.has(key)) changes.set(key, { fields, key, line });
  }
  return changes;
}

/** What a change sets; `null` for tags, which merge, and for edges, which have no text to lose. */
function getTarget({ a, id }: MetadataFields): string | null {
  if (a === "name") return "name";
  return a === "note" ? `note ${id}` : null;
}

function findLatest(changes: readonly Change[], target: string | null): Change | null {
  if (target === null) return null;
  const same = changes.filter(({ fields }) => getTarget(fields) === target);
  return same.reduce<Change | null>(
    (latest, change) => (latest === null || isLater(change, latest) ? change : latest),
    null,
  );
}

const getTime = ({ fields }: Change) => (typeof fields.at === "string" ? fields.at : "");
const isLater = (one: Change, other: Change) => getTime(one) > getTime(other);
const nameChange = ({ from, at }: MetadataFields & StoreMembers) => `${from} ${at}`;

function getText({ a, name, text }: MetadataFields): string {
  const value = a === "name" ? name : text;
  return typeof value === "string" ? value : "";
}

function createLostChange(mine: Change, winner: Change): LostChange {
  const { from } = winner.fields;
  return {
    kind: mine.fields.a === "name" ? "name" : "note",
    yours: getText(mine.fields),
    theirs: getText(winner.fields),
    by: typeof from === "string" ? from : "",
  };
}
