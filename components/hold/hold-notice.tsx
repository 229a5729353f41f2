"use client";
// Notice about what is held, with what can be done with it, and the breakpoints of the taps.
import { useStore } from "zustand";
import type { Breakpoint, TapHolds } from "../../lib/api/taps.ts";
import { describeBreakpoint, describeHeld } from "../../lib/report/held-stream.ts";
import { formatPlural } from "../../lib/text/plural.ts";
import { hasEditsByHand } from "../../lib/timeline/edits.ts";
import { useAppContext } from "../app-context.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { listHeldItems } from "./held-menu.ts";
import { enableBreakpoint, removeBreakpoint, resumeHeld, saveAsPlan } from "./hold-actions.ts";
import { getHoldStore, listHeld } from "./hold-store.ts";

export default function HoldNotice() {
  const app = useAppContext();
  const holds = useStore(getHoldStore(app));
  const [first, ...more] = listHeld(holds);
  const set = holds.taps.filter(({ breakpoints }) => breakpoints.length > 0);
  if (!first) return set.length === 0 ? null : <BreakpointSection taps={set} />;
  const { waiting, event } = first.stream;
  const act = (command: Parameters<typeof resumeHeld>[1]) => void resumeHeld(app, command, first);
  return (
    <section aria-label="Held streams">
      <Banner
        severity="warning"
        title={`Held: ${describeHeld(first.stream)}`}
        who="Loupe"
        actions={
          <>
            <Button size={24} variant="outline" icon="play" onClick={() => act({ do: "continue" })}>
              Continue
            </Button>
            <Button size={24} icon="step-on" onClick={() => act({ do: "step", to: "event" })}>
              Step
            </Button>
            <Button size={24} onClick={() => act({ do: "step", to: "state" })}>
              Step to state
            </Button>
            <MenuButton label="More for what is held" size={24} items={listHeldItems(app, first)}>
              Change
            </MenuButton>
          </>
        }
        {...(event > 0 && { details: first.stream.payload, detailsLabel: "What is held" })}
      >
        {waiting > 0 && `Waiting behind it: ${formatPlural(waiting, "event")}. `}
        {more.length > 0 && `Held besides: ${formatPlural(more.length, "stream")}. `}
        The caller gets nothing until it goes on.
        <BreakpointList taps={set} />
      </Banner>
    </section>
  );
}

function BreakpointSection({ taps }: { taps: readonly TapHolds[] }) {
  return (
    <section aria-label="Breakpoints of the tap">
      <BreakpointList taps={taps} />
    </section>
  );
}

function BreakpointList({ taps }: { taps: readonly TapHolds[] }) {
  const app = useAppContext();
  const hasEdits = useStore(app.run, ({ timeline }) => hasEditsByHand(timeline));
  return (
    <ul
      aria-label="Breakpoints"
      className="flex flex-wrap items-center gap-x-3 px-3 py-1 text-12 text-fg-2"
    >
      {taps.flatMap(({ tap, breakpoints }) =>
        breakpoints.map((one) => (
          <li key={`${tap} ${one.id}`} className="flex items-center gap-1">
            <BreakpointToggle tap={tap} breakpoint={one} />
          </li>
        )),
      )}
      {hasEdits && (
        <li>
          <Button size={20} icon="download" onClick={() => saveAsPlan(app)}>
            Save as plan
          </Button>
        </li>
      )}
    </ul>
  );
}

function BreakpointToggle({ tap, breakpoint }: { tap: string; breakpoint: Breakpoint }) {
  const app = useAppContext();
  const { id, isEnabled, hits } = breakpoint;
  const label = describeBreakpoint(breakpoint);
  return (
    <>
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={() => void enableBreakpoint(app, tap, id, !isEnabled)}
        />
        {label}
        {hits > 0 && (
          <span className="flex-none whitespace-nowrap text-fg-3">
            {hits === 1 ? "hit once" : `hit ${hits} times`}
          </span>
        )}
      </label>
      <Button
        size={20}
        icon="close"
        aria-label={`Remove breakpoint ${label}`}
        onClick={() => void removeBreakpoint(app, tap, id)}
      />
    </>
  );
}
