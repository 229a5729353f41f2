"use client";
// Attachments of a row, each in the view for its meaning, with the reason for that interpretation.
import { type ReactNode, useMemo } from "react";
import type { Attachment, Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { readApproval } from "../../lib/dialects/payloads/approval.ts";
import { readCitations } from "../../lib/dialects/payloads/citations.ts";
import { type FailureDetails, readFailure } from "../../lib/dialects/payloads/failure.ts";
import { readForm } from "../../lib/dialects/payloads/form.ts";
import { toList } from "../../lib/dialects/payloads/json-access.ts";
import {
  type Payment,
  type PaymentItem,
  readPayments,
} from "../../lib/dialects/payloads/payment.ts";
import { readSecretDemands } from "../../lib/dialects/payloads/secrets.ts";
import { readSignIn } from "../../lib/dialects/payloads/sign-in.ts";
import { readTrace } from "../../lib/dialects/payloads/trace.ts";
import { readTrajectory } from "../../lib/dialects/payloads/trajectory.ts";
import { readSurfaces, type UiSurface } from "../../lib/dialects/payloads/ui-surface.ts";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { truncateText } from "./agent-text.tsx";
import { ApprovalView } from "./approval-view.tsx";
import { AttachmentDetails, DETAILS, DETAILS_SUMMARY } from "./attachment-details.tsx";
import { CitationsView } from "./citations-view.tsx";
import { FormView } from "./form-view.tsx";
import type { InspectedItem } from "./inspected-item.ts";
import { formatReason } from "./reason-text.ts";
import { SecretsView, SignInView } from "./secret-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { TraceView } from "./trace-view.tsx";
import { TrajectoryView } from "./trajectory-view.tsx";
import type { InspectedQuestion } from "./use-agent-question.ts";
import { JsonBox, VALUE_TEXT } from "./value-view.tsx";

/** In display order: attachments that wait for the user come first. */
const ATTACHMENT_META: Partial<Record<Meaning, { icon: IconName; label: string }>> = {
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

interface AttachmentsProps {
  inspected: InspectedItem;
  attachments: readonly Attachment[];
}

export function Attachments({ inspected, attachments }: AttachmentsProps) {
  return (
    <ShowMore
      items={attachments}
      renderList={(items) => items}
      renderItem={(attachment, i) => (
        <AttachmentView
          key={`${String(i)} ${attachment.firstEvent} ${attachment.key}`}
          inspected={inspected}
          attachment={attachment}
        />
      )}
    />
  );
}

interface AttachmentViewProps {
  inspected: InspectedItem;
  attachment: Attachment;
}

function AttachmentView({ inspected, attachment }: AttachmentViewProps) {
  const { meaning } = attachment;
  const shown = useMemo(() => createAttachmentRenderer(attachment), [attachment]);
  const meta = ATTACHMENT_META[meaning];
  const reason = formatReason(inspected.interpretation, attachment);
  if (!shown || !meta) return <AttachmentDetails attachment={attachment} reason={reason} />;
  return (
    <section
      className="grid min-w-0 grid-cols-1 gap-1.5 text-12"
      aria-label={meta.label}
      data-means={meaning}
    >
      <h3 className="flex min-w-0 items-center gap-1.5 font-semibold text-fg-1" title={reason}>
        <Icon name={meta.icon} size={14} className="text-fg-3" />
        <span className="flex-none">{meta.label}</span>
        <span className="min-w-0 truncate text-11/4.5 font-normal text-fg-3">{reason}</span>
      </h3>
      {shown({ ...inspected, questionEvent: attachment.firstEvent })}
    </section>
  );
}

type RenderAttachment = (inspected: InspectedQuestion) => ReactNode;

/** The view of an attachment; `null` if its value is malformed. */
function createAttachmentRenderer({ meaning, key, value }: Attachment): RenderAttachment | null {
  switch (meaning) {
    case "form": {
      const form = readForm(value, key);
      return form && ((inspected) => <FormView inspected={inspected} form={form} />);
    }
    case "approval": {
      const approval = readApproval(value, key);
      return approval && ((it) => <ApprovalView inspected={it} approval={approval} />);
    }
    case "sign-in": {
      const signIn = readSignIn(value, key);
      return signIn && ((inspected) => <SignInView inspected={inspected} signIn={signIn} />);
    }
    case "secrets": {
      const demands = readSecretDemands(value);
      const view: RenderAttachment = (it) => (
        <SecretsView inspected={it} uri={key} demands={demands} />
      );
      return demands.length > 0 ? view : null;
    }
    case "failure": {
      const failure = readFailure(value);
      return failure && (() => <FailureView failure={failure} />);
    }
    case "steps": {
      const steps = readTrajectory(value);
      return steps.length > 0 ? () => <TrajectoryView steps={steps} /> : null;
    }
    case "citations": {
      const citations = readCitations(value);
      const view: RenderAttachment = ({ interpretation, item, playhead }) => (
        <CitationsView citations={citations} text={getItemTextAt(interpretation, item, playhead)} />
      );
      return citations.length > 0 ? view : null;
    }
    case "trace": {
      const trace = readTrace(value);
      return trace && (() => <TraceView trace={trace} />);
    }
    case "surface": {
      const surfaces = readSurfaces([value]);
      return surfaces.length > 0 ? () => <SurfacesView surfaces={surfaces} /> : null;
    }
    case "payment": {
      const payments = readPayments(value);
      return payments.length > 0 ? () => <PaymentsView payments={payments} /> : null;
    }
    default:
      return null;
  }
}

const MAX_STACK_LENGTH = 20_000;

/** A failure as the agent reported it: message, causes, stack trace and context. */
function FailureView({ failure }: { failure: FailureDetails }) {
  const { title, message, causes, stack, context } = failure;
  const hasContext =
    typeof context === "object" && context !== null && Object.keys(context).length > 0;
  return (
    <div className="grid grid-cols-1 gap-1.5 wrap-anywhere">
      <p className="flex gap-1.5 text-hue" data-hue="error">
        <Icon name="error" size={16} className="mt-px" />
        <strong dir="auto">{truncateText(title ?? message ?? "Failed")}</strong>
      </p>
      {title !== null && message !== null && <p dir="auto">{truncateText(message)}</p>}
      {causes.length > 0 && (
        <ShowMore
          items={causes}
          renderList={(items) => (
            <ul className="list-disc pl-4.5" aria-label="Causes">
              {items}
            </ul>
          )}
          renderItem={(cause, i) => (
            <li key={String(i)} dir="auto">
              {cause.title !== null && <strong>{truncateText(cause.title)}</strong>}{" "}
              {truncateText(cause.message ?? "")}
            </li>
          )}
        />
      )}
      {stack !== null && (
        <details className={DETAILS}>
          <summary className={DETAILS_SUMMARY}>Stack trace</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <pre className={VALUE_TEXT} tabIndex={0}>
            {truncateText(stack, MAX_STACK_LENGTH)}
          </pre>
        </details>
      )}
      {hasContext && <JsonBox label="Failure context" value={context} />}
    </div>
  );
}

const MAX_ITEMS = 100;

/** Payments in short: purpose, amounts and expiry. Signatures are not checked. */
function PaymentsView({ payments }: { payments: readonly Payment[] }) {
  return (
    <ShowMore
      items={payments}
      renderList={(items) => <div>{items}</div>}
      renderItem={(payment, i) => (
        <FactList dense key={`${String(i)} ${payment.key}`} facts={createPaymentFacts(payment)} />
      )}
    />
  );
}

function createPaymentFacts({
  kind,
  title,
  items,
  total,
  expires,
  isSigned,
  terms,
}: Payment): Facts {
  const facts: Facts = [["Kind", truncateText(kind, 200)]];
  if (title !== null) facts.push(["For", truncateText(title)]);
  for (const item of items.slice(0, MAX_ITEMS)) {
    facts.push([truncateText(item.label ?? "Item", 100), formatAmount(item)]);
  }
  if (items.length > MAX_ITEMS) facts.push(["More", formatCount(items.length - MAX_ITEMS)]);
  if (total !== null) facts.push(["Total", formatAmount(total)]);
  for (const [name, value] of terms) facts.push([name, truncateText(value, 200)]);
  if (expires !== null) facts.push(["Expires", truncateText(expires, 100)]);
  if (isSigned) facts.push(["Signed", "yes (signature not verified)"]);
  return facts;
}

function formatAmount({ amount, currency }: PaymentItem): string {
  if (amount === null) return "not stated";
  const shown = amount.toLocaleString("en", { maximumFractionDigits: 4 });
  return currency === null ? shown : `${shown} ${truncateText(currency, 20)}`;
}

/**
 * A UI surface described by an agent, shown as data: its components, their text and the data model.
 */
function SurfacesView({ surfaces }: { surfaces: readonly UiSurface[] }) {
  return (
    <ShowMore
      items={surfaces}
      renderList={(items) => <div>{items}</div>}
      renderItem={(surface) => <SurfaceView key={surface.id} surface={surface} />}
    />
  );
}

function SurfaceView({ surface }: { surface: UiSurface }) {
  const { id, root, catalog, components, data, isDeleted } = surface;
  const facts: Facts = [["Surface", truncateText(id, 200) || "unnamed"]];
  if (root !== null) facts.push(["Root component", truncateText(root, 200)]);
  if (catalog !== null) facts.push(["Catalog", truncateText(catalog, 200)]);
  if (isDeleted) facts.push(["Deleted", "yes"]);
  return (
    <>
      <FactList dense facts={facts} />
      {components.length > 0 && (
        <ShowMore
          items={components}
          renderList={(items) => (
            <ul className="grid grid-cols-1 gap-[3px]" aria-label="Components">
              {items}
            </ul>
          )}
          renderItem={(component) => (
            <li key={component.id} className="flex flex-wrap gap-2 wrap-anywhere">
              <Tag>{truncateText(component.type, 60) || "?"}</Tag>
              <span className="mono text-fg-3">{truncateText(component.id, 100)}</span>
              {component.text !== null && <span dir="auto">{truncateText(component.text)}</span>}
            </li>
          )}
        />
      )}
      {data.length > 0 && <JsonBox label="Data model" value={data} />}
    </>
  );
}
