// Formats a comparison as one sentence: artifacts by delivery status, with amounts, and other
// differences.
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
    const stateText = state.deliveryStatus === "lost" ? "state lost here" : "state known";
    return `No artifacts; ${stateText}`;
  }
  const counts = DELIVERY_ORDER.flatMap((verdict) => {
    const of = artifacts.filter((artifact) => artifact.deliveryStatus === verdict);
    return of.length === 0
      ? []
      : [`${of.length} ${DELIVERY_LABELS[verdict]}${formatAmount(of, verdict)}`];
  });
  return `${formatQuantity(artifacts.length, "artifact")}: ${counts.join(", ")}`;
}

/** Differences in names, the state, messages and their order. */
function formatOtherDifferences(found: StoredTaskComparison): string[] {
  const { artifacts, state, statusMessage, history, unstored, isInOrder } = found;
  const renamed = artifacts.filter(({ otherName }) => otherName !== null);
  const lost = history.filter(({ deliveryStatus }) => deliveryStatus === "lost");
  const differences = [
    renamed.length > 0 && `${formatQuantity(renamed.length, "artifact")} with another name`,
    artifacts.length > 0 &&
      state.deliveryStatus === "lost" &&
      `stored as ${state.stored}, last delivered as ${state.delivered ?? "nothing"}`,
    statusMessage?.deliveryStatus === "lost" && "status message lost here",
    lost.length > 0 &&
      `${formatCount(lost.length)} of ${formatQuantity(history.length, "history message")} lost here`,
    unstored.length > 0 && `${formatQuantity(unstored.length, "message")} delivered but not stored`,
    !isInOrder && "history in a different order",
  ];
  return differences.filter((one) => one !== false);
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

/** The number of characters with a delivery status. */
export function getAmount(
  { recovered, text }: ArtifactComparison,
  verdict: DeliveryStatus,
): number {
  return verdict === "recovered" ? recovered : verdict === "lost" ? text.lost : text.only;
}

function sumBy<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Formats a comparison of notifications with streams as one sentence. */
export function formatPushComparison(found: PushComparison): string {
  const { streamed, both, only, again, overtaken, refused, events } = found;
  const lags = events.flatMap(({ lagMs }) => lagMs ?? []);
  const facts = [
    `${formatCount(both)} of ${formatQuantity(streamed, "streamed event")} also came as notifications`,
    lags.length > 0 && `up to ${formatDuration(Math.max(0, ...lags))} later`,
    overtaken > 0 ? `${formatCount(overtaken)} overtaken by a later one` : both > 1 && "in order",
    only > 0 && `${formatCount(only)} only in notifications`,
    again > 0 && `${formatCount(again)} repeated`,
    refused > 0 && `${formatCount(refused)} rejected`,
  ];
  return facts.filter(Boolean).join(", ");
}
