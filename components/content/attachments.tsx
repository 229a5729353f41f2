"use client";
// What is said beside a row, each thing shown for what it means, with why it is read so.
import { type ReactNode, useMemo } from "react";
import type { Attachment, Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { readApproval } from "../../lib/dialects/payloads/approval.ts";
import { readCitations } from "../../lib/dialects/payloads/citations.ts";
import { readFailure } from "../../lib/dialects/payloads/failure.ts";
import { readForm } from "../../lib/dialects/payloads/form.ts";
import { toList } from "../../lib/dialects/payloads/json-access.ts";
import { readPayments } from "../../lib/dialects/payloads/payment.ts";
import { readSecretDemands } from "../../lib/dialects/payloads/secrets.ts";
import { readSignIn } from "../../lib/dialects/payloads/sign-in.ts";
import { readTrace } from "../../lib/dialects/payloads/trace.ts";
import { readTrajectory } from "../../lib/dialects/payloads/trajectory.ts";
import { readSurfaces } from "../../lib/dialects/payloads/ui-surface.ts";
import type { InspectedItem } from "../inspect/use-inspected-item.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { ApprovalView } from "./approval-view.tsx";
import { AttachmentDetails } from "./attachment-details.tsx";
import { CitationsView } from "./citations-view.tsx";
import { FailureView } from "./failure-view.tsx";
import { FormView } from "./form-view.tsx";
import { PaymentsView } from "./payments-view.tsx";
import { formatReason } from "./reason-text.ts";
import { SecretsView, SignInView } from "./secret-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { SurfacesView } from "./surface-view.tsx";
import { TraceView } from "./trace-view.tsx";
import { TrajectoryView } from "./trajectory-view.tsx";
import type { InspectedQuestion } from "./use-agent-question.ts";

/** In the order in which they are shown: what waits for the user first. */
const ATTACHMENT_META: Partial<Record<Meaning, { icon: IconName; word: string }>> = {
  form: { icon: "text", word: "Form" },
  approval: { icon: "waiting", word: "Approval" },
  "sign-in": { icon: "key", word: "Sign-in" },
  secrets: { icon: "key", word: "Secrets" },
  failure: { icon: "error", word: "Failure" },
  steps: { icon: "plan", word: "Steps" },
  citations: { icon: "link", word: "Citations" },
  trace: { icon: "activity", word: "Trace" },
  surface: { icon: "card", word: "Surface" },
  payment: { icon: "file", word: "Payment" },
};
const ATTACHMENT_ORDER = Object.keys(ATTACHMENT_META);

const QUESTION_MEANINGS: ReadonlySet<Meaning> = new Set(["form", "approval", "sign-in", "secrets"]);

export interface SortedAttachments {
  /** What waits for the user. */
  readonly questions: readonly Attachment[];
  readonly others: readonly Attachment[];
}

/** What has a view of its own; the rest is told among the facts, or below. */
export function getAttachmentsAt(item: Item, n: number): SortedAttachments {
  const told = item
    .attachmentsAt(n)
    .filter(({ meaning: means }) => ATTACHMENT_META[means])
    .toSorted((a, b) => ATTACHMENT_ORDER.indexOf(a.meaning) - ATTACHMENT_ORDER.indexOf(b.meaning));
  const surfaces = told.filter(({ meaning: means }) => means === "surface");
  const [first] = surfaces;
  const value = surfaces.flatMap((surface) => toList(surface.value));
  const isOther = ({ meaning: means }: Attachment) =>
    !QUESTION_MEANINGS.has(means) && means !== "surface";
  return {
    questions: told.filter(({ meaning: means }) => QUESTION_MEANINGS.has(means)),
    // Surfaces are told in several messages, each a piece.
    others: [...told.filter(isOther), ...(first ? [{ ...first, value }] : [])],
  };
}

export interface AttachmentsProps {
  inspected: InspectedItem;
  told: readonly Attachment[];
}

export function Attachments({ inspected, told }: AttachmentsProps) {
  return (
    <ShowMore
      items={told}
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
  const look = ATTACHMENT_META[meaning];
  const ground = formatReason(inspected.interpretation, attachment);
  if (!shown || !look) return <AttachmentDetails attachment={attachment} ground={ground} />;
  return (
    <section className="beside" aria-label={look.word} data-means={meaning}>
      <h3 className="beside-head" title={ground}>
        <Icon name={look.icon} size={14} />
        <span className="beside-word">{look.word}</span>
        <span className="beside-why">{ground}</span>
      </h3>
      {shown({ ...inspected, questionEvent: attachment.firstEvent })}
    </section>
  );
}

type RenderAttachment = (inspected: InspectedQuestion) => ReactNode;

/** The view of what was said; `null` where it is not what it should be. */
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
