"use client";
// Attachments of a row, each in the view for its meaning, with the reason for that interpretation.
import { type ReactNode, useMemo } from "react";
import type { Attachment } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import { readApproval } from "../../lib/dialects/payloads/approval.ts";
import { readCitations } from "../../lib/dialects/payloads/citations.ts";
import { readFailure } from "../../lib/dialects/payloads/failure.ts";
import { readForm } from "../../lib/dialects/payloads/form.ts";
import { readPayments } from "../../lib/dialects/payloads/payment.ts";
import { readSecretDemands } from "../../lib/dialects/payloads/secrets.ts";
import { readSignIn } from "../../lib/dialects/payloads/sign-in.ts";
import { readTrace } from "../../lib/dialects/payloads/trace.ts";
import { readTrajectory } from "../../lib/dialects/payloads/trajectory.ts";
import { readSurfaces } from "../../lib/dialects/payloads/ui-surface.ts";
import { Icon } from "../ui/icons.tsx";
import { ApprovalView } from "./approval-view.tsx";
import { AttachmentDetails } from "./attachment-details.tsx";
import { CitationsView } from "./citations-view.tsx";
import { FailureView } from "./failure-view.tsx";
import { FormView } from "./form-view.tsx";
import type { InspectedItem } from "./inspected-item.ts";
import { PaymentsView } from "./payments-view.tsx";
import { formatReason } from "./reason-text.ts";
import { SecretsView, SignInView } from "./secret-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { ATTACHMENT_META } from "./sorted-attachments.ts";
import { SurfacesView } from "./surface-view.tsx";
import { TraceView } from "./trace-view.tsx";
import { TrajectoryView } from "./trajectory-view.tsx";
import type { InspectedQuestion } from "./use-agent-question.ts";

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
