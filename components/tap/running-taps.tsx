"use client";
// The running taps: their addresses, how many calls passed, and a button that stops each.
import { useState } from "react";
import type { TapState } from "../../lib/api/taps.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { TAP_MODE_LABELS } from "./tap-mode-labels.ts";

interface RunningTapsProps {
  taps: readonly TapState[];
  onOpen: (tap: TapState) => void;
  onStop: (tap: TapState) => void;
  isBusy: boolean;
}

export function RunningTaps({ taps, onOpen, onStop, isBusy }: RunningTapsProps) {
  return (
    <section className="grid gap-1.5" aria-label="Running taps">
      <h3 className="font-semibold">Running</h3>
      <ul className="grid gap-2">
        {taps.map((tap) => (
          <RunningTap
            key={tap.id}
            tap={tap}
            onOpen={() => onOpen(tap)}
            onStop={() => onStop(tap)}
            isBusy={isBusy}
          />
        ))}
      </ul>
    </section>
  );
}

interface RunningTapProps {
  tap: TapState;
  onOpen: () => void;
  onStop: () => void;
  isBusy: boolean;
}

function RunningTap({ tap, onOpen, onStop, isBusy }: RunningTapProps) {
  const { name, mode, routes, push, calls, running, recordings, refused, failure } = tap;
  const [isAsking, setAsking] = useState(false);
  const stop = () => {
    if (running > 0 && !isAsking) return setAsking(true);
    setAsking(false);
    onStop();
  };
  return (
    <li
      aria-label={name}
      className="grid gap-1.5 rounded-3 bg-bg-2 p-2.5 inset-ring inset-ring-line-2 forced-colors:border"
    >
      <div className="flex flex-wrap items-start gap-2">
        <ul className="min-w-0 grow basis-65">
          {routes.map(({ listen, target }) => (
            <li key={`${listen} ${target}`} className="mono flex items-center gap-1.5 text-fg-1">
              <span className="min-w-0 wrap-anywhere">{listen}</span>
              <Icon name="arrow-right" size={12} className="flex-none text-fg-3" />
              <span className="sr-only">forwards to</span>
              <span className="min-w-0 wrap-anywhere">{target}</span>
              <CopyButton text={`http://${listen}`} what={`address ${listen}`} />
            </li>
          ))}
        </ul>
        <span className="flex flex-none gap-2">
          <Button variant="outline" icon="activity" onClick={onOpen}>
            Open
          </Button>
          <Button variant={isAsking ? "danger" : "outline"} disabled={isBusy} onClick={stop}>
            {isAsking ? `End ${formatQuantity(running, "call")} and stop` : "Stop"}
          </Button>
          {isAsking && <Button onClick={() => setAsking(false)}>Keep</Button>}
        </span>
      </div>
      <p role="status" className="text-fg-2">
        {TAP_MODE_LABELS[mode]} · {formatQuantity(calls, "call")}
        {running > 0 && `, ${running} running`}
        {recordings > 1 && ` · ${formatQuantity(recordings, "recording")}`}
      </p>
      {push !== null && (
        <p className="text-fg-2">
          Notifications arrive at <span className="mono wrap-anywhere">{push}</span>
        </p>
      )}
      {refused !== null && (
        <p className="wrap-anywhere text-warning">
          {refused.count > 1 && `${formatQuantity(refused.count, "request")} refused. The last: `}
          {refused.last}
        </p>
      )}
      {failure !== null && (
        <p className="text-error">Nothing more is recorded: {failure} Calls still pass.</p>
      )}
    </li>
  );
}
