// A comparison in one sentence: how many artifacts came to what, and how much of them.
import type { PushComparison } from "../../lib/timeline/compare-push.ts";
import type {
  ArtifactComparison,
  DeliveryStatus,
  StoredTaskComparison,
} from "../../lib/timeline/compare-stored-task.ts";
import { formatCount, formatDuration, plural } from "../ui/format.ts";

export const VERDICT_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  complete: "complete",
  recovered: "recovered",
  lost: "lost here",
  only: "only here",
};

const ORDER: readonly DeliveryStatus[] = ["complete", "recovered", "lost", "only"];

export function summaryOf(found: StoredTaskComparison): string {
  return [artifactsIn(found), ...othersIn(found)].join("; ");
}

function artifactsIn({ artifacts, state }: StoredTaskComparison): string {
  if (artifacts.length === 0) {
    const told =
      state.deliveryStatus === "lost" ? "and its state is lost here" : "and its state is known";
    return `No artifacts, ${told}`;
  }
  const counts = ORDER.flatMap((verdict) => {
    const of = artifacts.filter((artifact) => artifact.deliveryStatus === verdict);
    return of.length === 0
      ? []
      : [`${of.length} ${VERDICT_WORDS[verdict]}${amountOf(of, verdict)}`];
  });
  return `${plural(artifacts.length, "artifact")}: ${counts.join(", ")}`;
}

/** What else differs: names, the state, messages and their order. */
function othersIn(found: StoredTaskComparison): string[] {
  const { artifacts, state, statusMessage, history, unstored, isInOrder } = found;
  const renamed = artifacts.filter(({ otherName }) => otherName !== null);
  const lost = history.filter(({ deliveryStatus: verdict }) => verdict === "lost");
  const said = [
    renamed.length > 0 && `${plural(renamed.length, "artifact")} under another name`,
    artifacts.length > 0 &&
      state.deliveryStatus === "lost" &&
      `stored as ${state.stored}, delivered last as ${state.delivered ?? "nothing"}`,
    statusMessage?.deliveryStatus === "lost" && "what its status says is lost here",
    lost.length > 0 &&
      `${formatCount(lost.length)} of ${plural(history.length, "message")} of its history lost here`,
    unstored.length > 0 && `${plural(unstored.length, "message")} delivered and not stored`,
    !isInOrder && "its history in another order",
  ];
  return said.filter((one) => one !== false);
}

function amountOf(artifacts: readonly ArtifactComparison[], verdict: DeliveryStatus): string {
  if (verdict === "complete") return "";
  const amount = sum(artifacts, (artifact) => amountIn(artifact, verdict));
  if (amount === 0) return "";
  if (verdict === "only") return `: ${plural(amount, "character")}`;
  return `: ${formatCount(amount)} of ${plural(
    sum(artifacts, ({ stored }) => stored),
    "character",
  )}`;
}

/** The characters that a verdict is about. */
export function amountIn({ recovered, text }: ArtifactComparison, verdict: DeliveryStatus): number {
  return verdict === "recovered" ? recovered : verdict === "lost" ? text.lost : text.only;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** What of a stream was pushed too, in one sentence. */
export function pushSummary(found: PushComparison): string {
  const { streamed, both, only, again, overtaken, refused, events } = found;
  const lags = events.flatMap(({ lagMs: lag }) => lag ?? []);
  const said = [
    `${formatCount(both)} of ${plural(streamed, "event")} of the stream came as notifications`,
    lags.length > 0 && `at most ${formatDuration(Math.max(0, ...lags))} later`,
    overtaken > 0 ? `${formatCount(overtaken)} overtaken by a later one` : both > 1 && "in order",
    only > 0 && `${formatCount(only)} told by a notification alone`,
    again > 0 && `${formatCount(again)} said again`,
    refused > 0 && `${formatCount(refused)} not believed`,
  ];
  return said.filter(Boolean).join(", ");
}
