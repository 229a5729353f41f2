"use client";
// Strip above the rows while a trace is joined: where it came from, what of it is not shown, and that it
// is not part of the recording.
import { useState } from "react";
import {
  describeByTime,
  describeCorrections,
  describeLeftOut,
} from "../../lib/otlp/joined-trace-text.ts";
import { useRun, useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";

const STRIP =
  "flex flex-none items-start gap-2 border-b border-line-2 bg-bg-1 px-3 py-1 text-12/5 max-phone:group-data-problems/timeline:hidden";

export function TraceStrip() {
  const { run } = useSession();
  const name = useRun((state) => state.trace?.name ?? "");
  const { trace } = useInterpretedRun();
  const [isOpen, setOpen] = useState(false);
  if (!trace) return null;
  const byTime = trace.calls.reduce((sum, call) => sum + call.byTime, 0);
  const notes = [
    ...describeLeftOut(trace),
    describeCorrections(trace),
    describeByTime({ byTime }),
    "Not saved and not exported; a reload removes it.",
  ];
  return (
    <section className={STRIP} aria-label="Trace">
      <Icon name="trace" size={14} className="mt-[3px] text-fg-3" />
      <p
        className={cx(
          "min-w-0 flex-1 wrap-anywhere text-fg-2",
          !isOpen && "max-phone:line-clamp-2",
        )}
      >
        <span className="font-medium text-fg-1">{boundText(name)}</span>
        {`: ${formatQuantity(trace.count, "span")} of ${formatQuantity(trace.calls.length, "call")}, as the backend recorded them. `}
        {notes.filter((note) => note !== null).join(" ")}
      </p>
      {/* A phone needs the room for the rows. */}
      <Button
        size={24}
        className="phone:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Less" : "More"}
      </Button>
      <Button size={24} icon="close" onClick={() => run.setTrace(null)}>
        Remove
      </Button>
    </section>
  );
}
