// A comparison in one sentence: how many artifacts came to what, and how much of them.
import type { PushComparison } from "../../lib/timeline/compare-push.ts";
import type {
  ArtifactComparison,
  DeliveryStatus,
  StoredTaskComparison,
} from "../../lib/timeline/compare-stored-task.ts";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";

export const DELIVERY_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  complete: "complete",
  recovered: "recovered",
  lost: "lost here",
  only: "only here",
};

const DELIVERY_ORDER: readonly DeliveryStatus[] = ["complete", "recovered", "lost", "only"];

export function formatTaskComparison(found: StoredTaskComparison): string {
  return [formatArtifacts(found), ...formatOtherDifferences(found)].join("; ");
}

function formatArtifacts({ artifacts, state }: StoredTaskComparison): string {
  if (artifacts.length === 0) {
    const told =
      state.deliveryStatus === "lost" ? "and its state is lost here" : "and its state is known";
    return `No artifacts, ${told}`;
  }
  const counts = DELIVERY_ORDER.flatMap((verdict) => {
    const of = artifacts.filter((artifact) => artifact.deliveryStatus === verdict);
    return of.length === 0
      ? []
      : [`${of.length} ${DELIVERY_LABELS[verdict]}${formatAmount(of, verdict)}`];
  });
  return `${formatQuantity(artifacts.length, "artifact")}: ${counts.join(", ")}`;
}

/** What else differs: names, the state, messages and their order. */
function formatOtherDifferences(found: StoredTaskComparison): string[] {
  const { artifacts, state, statusMessage, history, unstored, isInOrder } = found;
  const renamed = artifacts.filter(({ otherName }) => otherName !== null);
  const lost = history.filter(({ deliveryStatus }) => deliveryStatus === "lost");
  const said = [
    renamed.length > 0 && `${formatQuantity(renamed.length, "artifact")} under another name`,
    artifacts.length > 0 &&
      state.deliveryStatus === "lost" &&
      `stored as ${state.stored}, delivered last as ${state.delivered ?? "nothing"}`,
    statusMessage?.deliveryStatus === "lost" && "what its status says is lost here",
    lost.length > 0 &&
      `${formatCount(lost.length)} of ${formatQuantity(history.length, "message")} of its history lost here`,
    unstored.length > 0 && `${formatQuantity(unstored.length, "message")} delivered and not stored`,
    !isInOrder && "its history in another order",
  ];
  return said.filter((one) => one !== false);
}

function formatAmount(artifacts: readonly ArtifactComparison[], verdict: DeliveryStatus): string {
  if (verdict === "complete") return "";
  const amount = sumBy(artifacts, (artifact) => getAmount(artifact, verdict));
  if (amount === 0) return "";
  if (verdict === "only") return `: ${formatQuantity(amount, "character")}`;
  return `: ${formatCount(amount)} of ${formatQuantity(
    sumBy(artifacts, ({ stored }) => stored),
    "character",
  )}`;
}

/** The characters that a verdict is about. */
export function getAmount(
  { recovered, text }: ArtifactComparison,
  verdict: DeliveryStatus,
): number {
  return verdict === "recovered" ? recovered : verdict === "lost" ? text.lost : text.only;
}

function sumBy<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** What of a stream was pushed too, in one sentence. */
export function formatPushComparison(found: PushComparison): string {
  const { streamed, both, only, again, overtaken, refused, events } = found;
  const lags = events.flatMap(({ lagMs }) => lagMs ?? []);
  const said = [
    `${formatCount(both)} of ${formatQuantity(streamed, "event")} of the stream came as notifications`,
    lags.length > 0 && `at most ${formatDuration(Math.max(0, ...lags))} later`,
    overtaken > 0 ? `${formatCount(overtaken)} overtaken by a later one` : both > 1 && "in order",
    only > 0 && `${formatCount(only)} told by a notification alone`,
    again > 0 && `${formatCount(again)} said again`,
    refused > 0 && `${formatCount(refused)} not believed`,
  ];
  return said.filter(Boolean).join(", ");
}
