// The attachments of a row that have a view of their own, in display order.
import type { Attachment, Item } from "../../lib/dialects/item.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { toList } from "../../lib/dialects/payloads/json-access.ts";
import type { IconName } from "../ui/icons.tsx";

/** In display order: attachments that wait for the user come first. */
export const ATTACHMENT_META: Partial<Record<Meaning, { icon: IconName; label: string }>> = {
  form: { icon: "form", label: "Form" },
  approval: { icon: "waiting", label: "Approval" },
  "sign-in": { icon: "key", label: "Sign-in" },
  secrets: { icon: "key", label: "Secrets" },
  failure: { icon: "error", label: "Failure" },
  steps: { icon: "plan", label: "Steps" },
  citations: { icon: "link", label: "Citations" },
  trace: { icon: "trace", label: "Trace" },
  surface: { icon: "surface", label: "Surface" },
  payment: { icon: "payment", label: "Payment" },
};
const ATTACHMENT_ORDER = Object.keys(ATTACHMENT_META);

const QUESTION_MEANINGS: ReadonlySet<Meaning> = new Set(["form", "approval", "sign-in", "secrets"]);

interface SortedAttachments {
  /** Attachments that wait for the user. */
  readonly questions: readonly Attachment[];
  readonly others: readonly Attachment[];
}

/** Attachments that have a view of their own. The others are shown as facts or below the content. */
export function getAttachmentsAt(item: Item, n: number): SortedAttachments {
  const attachments = item
    .attachmentsAt(n)
    .filter(({ meaning }) => ATTACHMENT_META[meaning])
    .toSorted((a, b) => ATTACHMENT_ORDER.indexOf(a.meaning) - ATTACHMENT_ORDER.indexOf(b.meaning));
  const surfaces = attachments.filter(({ meaning }) => meaning === "surface");
  const [first] = surfaces;
  const value = surfaces.flatMap((surface) => toList(surface.value));
  const isOther = ({ meaning }: Attachment) =>
    !QUESTION_MEANINGS.has(meaning) && meaning !== "surface";
  return {
    questions: attachments.filter(({ meaning }) => QUESTION_MEANINGS.has(meaning)),
    // A surface is sent in several messages, each with a part of it.
    others: [...attachments.filter(isOther), ...(first ? [{ ...first, value }] : [])],
  };
}
