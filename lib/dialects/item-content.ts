/** Title and text of an item as of an event, shared by the screen, the report and the search. */

import { joinPartTexts as textOfParts } from "../protocol/read-parts.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { type ChunkedText, createMessageText } from "../timeline/provenance.ts";
import { getErrorTitle } from "../timeline/timeline-queries.ts";
import type { Interpretation } from "./interpretation.ts";
import type { Item } from "./item.ts";

/** The title of a row: text from the wire if there is any. */
export function getItemTitleAt(interpretation: Interpretation, item: Item, n: number): string {
  const detail = interpretation.details.get(item);
  if (detail?.kind === "tool") {
    const { name, agent } = detail.call.fieldsAt(Math.max(n, item.firstEvent));
    const title = name ?? agent;
    if (title !== undefined) return title;
  }
  if (detail?.kind === "draft") return "agent";
  const { entry } = item;
  if (item.isNested) return item.kindAt(Math.max(n, item.firstEvent));
  switch (entry.kind) {
    case "message":
      return entry.message.message.role;
    case "state":
      return entry.transition.label;
    case "artifact":
      return entry.artifact.names.at(Math.max(n, entry.firstEvent)) ?? entry.artifact.artifactId;
    case "error":
      return getErrorTitle(interpretation.timeline, entry, Math.max(n, entry.firstEvent));
    default:
      return entry.title;
  }
}

/** The text of an item and its chunks, as of an event; `null` if it has none. */
export function getItemChunkedTextAt(
  interpretation: Interpretation,
  item: Item,
  n: number,
): ChunkedText | null {
  const detail = interpretation.details.get(item);
  if (detail?.kind === "text") {
    const { revisions } = detail;
    const born = countUpToEvent(revisions, Math.max(n, item.firstEvent));
    // Until it becomes a thought, its text is the text of its entry.
    if (born > 0 || item.isNested) return revisions[Math.max(1, born) - 1] ?? null;
  }
  if (detail?.kind === "plan") {
    const version = detail.history.itemVersionAt(item, n);
    if (version) return version.chunkedText;
  }
  if (detail?.kind === "draft") return detail.draft.text.at(Math.max(n, item.firstEvent));
  if (item.isNested) return null;
  const { entry } = item;
  if (entry.kind === "message") return createMessageText(entry.message);
  if (entry.kind !== "artifact") return null;
  return entry.artifact.revisionAt(n) ?? entry.artifact.revisions[0] ?? null;
}

/** The text of an item, or its beginning. */
export function getItemTextAt(
  interpretation: Interpretation,
  item: Item,
  n: number,
  limit = Infinity,
): string {
  const detail = interpretation.details.get(item);
  if (detail?.kind === "text") {
    const revision = detail.revisions[countUpToEvent(detail.revisions, n) - 1];
    if (revision) return limit === Infinity ? revision.textAt(n) : revision.textPreviewAt(n, limit);
  }
  if (detail?.kind === "plan") {
    const version = detail.history.itemVersionAt(item, n);
    if (version) return limit === Infinity ? version.textAt(n) : version.textPreviewAt(n, limit);
  }
  if (detail?.kind === "draft") return detail.draft.text.at(n)?.textPreviewAt(n, limit) ?? "";
  if (item.isNested) return "";
  const { entry } = item;
  if (entry.kind === "message") return textOfParts(entry.message.message.parts).slice(0, limit);
  if (entry.kind !== "artifact") return "";
  const revision = entry.artifact.revisionAt(n);
  return (limit === Infinity ? revision?.textAt(n) : revision?.textPreviewAt(n, limit)) ?? "";
}

/** The length of that text, without joining its chunks. */
export function getItemTextLengthAt(interpretation: Interpretation, item: Item, n: number): number {
  const text = getItemChunkedTextAt(interpretation, item, n);
  return text ? text.textLengthAt(n) : getItemTextAt(interpretation, item, n).length;
}
