/** Commands on the selected row: they are in the palette, and the menu of a row lists them. */

import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import { ITEM_KINDS } from "../../lib/dialects/kinds.ts";
import { createRow } from "../../lib/dialects/rows.ts";
import { getActiveItemProblems } from "../../lib/lint/active-problems.ts";
import { getMutedRules } from "../../lib/lint/muting.ts";
import { getCurrentInterpretation, getPlayheadEvent } from "../../lib/session/playback.ts";
import { goToEvidence } from "../../lib/session/problem-navigation.ts";
import { formatViewQuery, MAX_PINS, togglePin } from "../../lib/session/view.ts";
import { formatFrameLine } from "../../lib/timeline/timeline-queries.ts";
import { extractFrameContent } from "../../lib/wire/frame-content.ts";
import { readWhenLoaded } from "../../lib/wire/text-source.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { copyText } from "../ui/copy.tsx";
import { showToast } from "../ui/toast.tsx";

export function getSelectedItem(app: AppContext): Item | null {
  const { selected } = app.view.getState();
  return selected === null ? null : (getCurrentInterpretation(app).items[selected] ?? null);
}

/** The text of the row as of the playhead; its title if it has none. */
export function copyRowText(app: AppContext): void {
  const item = getSelectedItem(app);
  if (!item) return;
  const interpretation = getCurrentInterpretation(app);
  const n = getPlayheadEvent(app);
  const read = () =>
    getItemTextAt(interpretation, item, n) || createRow(interpretation, item, n).title;
  void copyRead(read, "text");
}

/** The JSON of the frame that the inspector shows, as received; of a request row, the request's body. */
export function copyRowJson(app: AppContext): void {
  const item = getSelectedItem(app);
  const { timeline } = app.run.getState();
  const event = app.view.getState().event ?? item?.events.lastAt(getPlayheadEvent(app)) ?? -1;
  const readFrame = () => extractFrameContent(formatFrameLine(timeline, event)).text;
  if (event >= 0) return void copyRead(readFrame, "JSON");
  const body = item && isRequest(item) && timeline.exchanges[item.exchange]?.open.record.body;
  if (body) void copyRead(() => body, "JSON");
  else showToast({ text: "This row has no JSON to copy." });
}

function isRequest({ entry }: Item): boolean {
  if (entry.kind === "message") return entry.message.via === "request";
  return entry.kind === "http" && entry.httpKind === "request";
}

/** The request that the row belongs to, as a command. */
export async function copyRowCurl(app: AppContext): Promise<void> {
  const item = getSelectedItem(app);
  const { timeline } = app.run.getState();
  const exchange = item && timeline.exchanges[item.exchange];
  if (!exchange) return;
  const { formatExchangeAsCurl } = await import("../../lib/export/curl-script.ts");
  const command = formatExchangeAsCurl(timeline, exchange);
  if (command === null) showToast({ text: "The request of this row was not recorded." });
  else await copyRead(() => command, "request as curl, with variables for secrets");
}

export function toggleRowPin(app: AppContext): void {
  const item = getSelectedItem(app);
  if (item && !togglePin(app.view, item.index)) {
    showToast({ text: `${MAX_PINS} rows are pinned. Unpin one first.` });
  }
}

/** A link that opens the run with the row selected. */
export function copyRowLink({ run, view, standsAlone }: AppContext): void {
  const { source } = run.getState();
  const recording = source?.kind === "recording" ? source.id : null;
  const query = formatViewQuery(recording, { ...view.getState(), playing: false });
  const url = new URL(location.href);
  if (standsAlone) url.hash = query.replace(/^\?/, "");
  else url.search = recording === null ? addFile(url, query) : query;
  void copyRead(() => url.href, "link");
}

/** The id by which this browser keeps an unsaved log stays in the link. */
function addFile({ searchParams }: URL, query: string): string {
  const merged = new URLSearchParams(query);
  const file = searchParams.get("file");
  if (file !== null) merged.set("file", file);
  return merged.toString();
}

async function copyRead(read: () => string, what: string): Promise<void> {
  const isCopied = await readWhenLoaded(read).then(copyText, () => false);
  showToast({ text: isCopied ? `Copied ${what}` : `Couldn't copy ${what}` });
}

/** Hides the rows of all other kinds. */
export function filterLikeRow(app: AppContext): void {
  const item = getSelectedItem(app);
  if (!item) return;
  const kind = item.kindAt(Math.max(getPlayheadEvent(app), item.firstEvent));
  const { filter } = app.view.getState();
  const hidden = ITEM_KINDS.filter((other) => other !== kind);
  app.view.setState({ filter: { ...filter, hidden } });
}

/** The event that shows the row's worst problem; without one, the bytes of the row. */
export function showRowEvidence(app: AppContext): void {
  const item = getSelectedItem(app);
  if (!item) return;
  const { timeline } = app.run.getState();
  const muted = getMutedRules(timeline, app.view.getState().mutes);
  const [worst] = getActiveItemProblems(item, getPlayheadEvent(app), muted);
  const exchange = timeline.exchanges[item.exchange]?.id ?? "";
  if (worst) goToEvidence(app, worst.rule, { ...worst, exchange });
  else app.view.setState({ tab: "wire" });
  app.layout.getState().showInspector();
}
