"use client";
// A failure as the agent reported it: message, causes, stack trace and context.
import type { FailureDetails } from "../../lib/dialects/payloads/failure.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { WELL } from "../ui/well.ts";
import { JsonBox } from "./json-box.tsx";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";

const MAX_STACK_LENGTH = 20_000;

export function FailureView({ failure }: { failure: FailureDetails }) {
  const { title, message, causes, stack, context } = failure;
  const hasContext =
    typeof context === "object" && context !== null && Object.keys(context).length > 0;
  return (
    <div className="said-failure">
      <p className="said-failure-head" data-hue="error">
        <Icon name="error" size={16} />
        <strong dir="auto">{truncateText(title ?? message ?? "Failed")}</strong>
      </p>
      {title !== null && message !== null && <p dir="auto">{truncateText(message)}</p>}
      {causes.length > 0 && (
        <ShowMore
          items={causes}
          renderList={(items) => <ul aria-label="Causes">{items}</ul>}
          renderItem={(cause, i) => (
            <li key={String(i)} dir="auto">
              {cause.title !== null && <strong>{truncateText(cause.title)}</strong>}{" "}
              {truncateText(cause.message ?? "")}
            </li>
          )}
        />
      )}
      {stack !== null && (
        <details className="said-details">
          <summary>Stack trace</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <pre className={cx(WELL, "said-text")} tabIndex={0}>
            {truncateText(stack, MAX_STACK_LENGTH)}
          </pre>
        </details>
      )}
      {hasContext && <JsonBox label="Failure context" value={context} />}
    </div>
  );
}
