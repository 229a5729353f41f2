/** What an item is called and what it says, as of an event: the same for the screen, the report
 * and the search. */

import { joinPartTexts as textOfParts } from "../protocol/read-parts.ts";
import { type ChunkedText, chunkOfMessage } from "../timeline/provenance.ts";
import { errorTitle } from "../timeline/read.ts";
import { bornBy } from "../timeline/track.ts";
import type { Item } from "./item.ts";
import type { DialectReading } from "./reading.ts";

/** The name of a row: text from the wire where there is one. */
export function titleAt(reading: DialectReading, item: Item, n: number): string {
  const facet = reading.facets.get(item);
  if (facet?.kind === "tool") {
    const { name, agent } = facet.call.wordsAt(Math.max(n, item.birth));
    const title = name ?? agent;
    if (title !== undefined) return title;
  }
  if (facet?.kind === "draft") return "agent";
  const { entry } = item;
  if (item.isInside) return item.kindAt(Math.max(n, item.birth));
  switch (entry.kind) {
    case "message":
      return entry.message.message.role;
    case "state":
      return entry.transition.label;
    case "artifact":
      return entry.artifact.names.at(Math.max(n, entry.birth)) ?? entry.artifact.artifactId;
    case "error":
      return errorTitle(reading.timeline, entry, Math.max(n, entry.birth));
    default:
      return entry.title;
  }
}

/** The text of an item and the chunks it came in, as of an event; `null` where it has none. */
export function chunkedTextAt(reading: DialectReading, item: Item, n: number): ChunkedText | null {
  const facet = reading.facets.get(item);
  if (facet?.kind === "text") {
    const { revisions } = facet;
    const born = bornBy(revisions, Math.max(n, item.birth));
    // What only became a thought later was its entry's text until then.
    if (born > 0 || item.isInside) return revisions[Math.max(1, born) - 1] ?? null;
  }
  if (facet?.kind === "plan") {
    const telling = facet.story.ofItemAt(item, n);
    if (telling) return telling.chunkedText;
  }
  if (facet?.kind === "draft") return facet.draft.text.at(Math.max(n, item.birth));
  if (item.isInside) return null;
  const { entry } = item;
  if (entry.kind === "message") return chunkOfMessage(entry.message);
  if (entry.kind !== "artifact") return null;
  return entry.artifact.revisionAt(n) ?? entry.artifact.revisions[0] ?? null;
}

/** The beginning of what an item says, or all of it. */
export function textAt(reading: DialectReading, item: Item, n: number, limit = Infinity): string {
  const facet = reading.facets.get(item);
  if (facet?.kind === "text") {
    const revision = facet.revisions[bornBy(facet.revisions, n) - 1];
    if (revision) return limit === Infinity ? revision.textAt(n) : revision.beginningAt(n, limit);
  }
  if (facet?.kind === "plan") {
    const telling = facet.story.ofItemAt(item, n);
    if (telling) return limit === Infinity ? telling.textAt(n) : telling.beginningAt(n, limit);
  }
  if (facet?.kind === "draft") return facet.draft.text.at(n)?.beginningAt(n, limit) ?? "";
  if (item.isInside) return "";
  const { entry } = item;
  if (entry.kind === "message") return textOfParts(entry.message.message.parts).slice(0, limit);
  if (entry.kind !== "artifact") return "";
  const revision = entry.artifact.revisionAt(n);
  return (limit === Infinity ? revision?.textAt(n) : revision?.beginningAt(n, limit)) ?? "";
}

/** How long that is, without joining it where it came in chunks. */
export function textLengthAt(reading: DialectReading, item: Item, n: number): number {
  const text = chunkedTextAt(reading, item, n);
  return text ? text.textLengthAt(n) : textAt(reading, item, n).length;
}
