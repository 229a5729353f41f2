"use client";
// A running replay: its URL, and the received requests with the exchanges that answered them.
import type { ReplayState } from "../../lib/api/api-types.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";

interface RunningReplayProps {
  state: ReplayState;
  isBusy: boolean;
  onStop: () => void;
}

export function RunningReplay({ state, isBusy, onStop }: RunningReplayProps) {
  const { path, options, exchanges, hasCard, left, answered, requests } = state;
  const url = location.origin + path;
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(location.hostname);
  return (
    <section
      className="grid min-w-0 gap-3.5 border-t border-line-2 pt-3.5 text-12"
      aria-label="Running replay"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="mono min-w-0 grow basis-65 text-13/4.5 wrap-anywhere text-fg-1">
          {url}
        </span>
        <CopyButton text={url} what="address" variant="outline">
          Copy
        </CopyButton>
        <Button variant="outline" disabled={isBusy} onClick={onStop}>
          Stop
        </Button>
      </div>
      <ul className="text-fg-2">
        <li>
          Answers with {formatQuantity(exchanges, "recorded exchange")},{" "}
          {options === "" ? "as recorded" : <span className="mono">{options}</span>}.
        </li>
        {!hasCard && <li>The run has no agent card, so Loupe generates one from the recording.</li>}
        {left.map((line) => (
          <li key={line}>Not included: {line}.</li>
        ))}
        {!isLocal && (
          <li>Clients on other machines must send this Loupe’s token as a bearer token.</li>
        )}
        <li>
          To inject a fault into a single request, send it with the header{" "}
          <span className="mono">x-loupe-fault: cut-after=5</span>.
        </li>
      </ul>
      <p role="status" className="font-semibold">
        {answered === 0 ? "No requests yet" : formatQuantity(answered, "request")}
      </p>
      {answered > 0 && (
        <ol className="grid gap-2" aria-label="Requests">
          {requests.toReversed().map((one) => (
            <li
              key={one.number}
              data-hue={one.exchange === null ? "other" : "result"}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-2"
            >
              <Icon
                name={one.exchange === null ? "note" : "check"}
                size={14}
                className="mt-0.5 text-hue"
              />
              <span>
                <b className="mono font-medium wrap-anywhere">{boundText(one.request)}</b>
                <span className="block wrap-anywhere text-fg-2">
                  {one.exchange === null ? one.why : `Exchange ${one.exchange}: ${one.why}`}
                  {one.options !== "" && `, played with ${one.options}`}
                </span>
                {one.notes.map((note) => (
                  <span key={note} className="block wrap-anywhere text-fg-2">
                    {note}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
