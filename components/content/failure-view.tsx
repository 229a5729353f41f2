"use client";
// A failure as the agent reported it: message, causes, stack trace and context.
import type { FailureDetails } from "../../lib/dialects/payloads/failure.ts";
import { Icon } from "../ui/icons.tsx";
import { truncateText } from "./agent-text.tsx";
import { DETAILS, DETAILS_SUMMARY } from "./attachment-details.tsx";
import { ShowMore } from "./show-more.tsx";
import { JsonBox, VALUE_TEXT } from "./value-view.tsx";

const MAX_STACK_LENGTH = 20_000;

export function FailureView({ failure }: { failure: FailureDetails }) {
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
