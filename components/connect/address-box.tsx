"use client";
// Which agent: its address as an input, whether it was reached, and what is spoken with it.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Binding } from "../../lib/protocol/versions.ts";
import { onSignal } from "../../lib/session/signals.ts";
import { isCall, versionOf } from "../../lib/timeline/read.ts";
import { useDesk, useScreen } from "../command/desk.tsx";
import { KeyButton } from "../credentials/key-button.tsx";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import { Icon } from "../ui/icons.tsx";
import { Dot, Tag } from "../ui/tag.tsx";
import { isCardText, openPasted, PASTED } from "./card-text.ts";

const DOTS: Readonly<Record<string, { hue?: Hue; label: string; hollow?: boolean }>> = {
  none: { label: "Not connected", hollow: true },
  connecting: { hue: "warning", label: "Connecting" },
  failed: { hue: "error", label: "Not reached" },
  connected: { hue: "ok", label: "Connected" },
};

export function AddressBox() {
  const { agent, screen, openCard } = useDesk();
  const isShown = useScreen((state) => state.card !== null);
  const phase = useAgent((state) => state.phase);
  const hasCard = useAgent((state) => state.card !== null);
  const name = useRun((run) => run.name);
  const known = phase.kind === "none" ? "" : phase.address;
  const [address, setAddress] = useState(known);
  useEffect(() => setAddress(known), [known]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => onSignal("focus-address", () => input.current?.select()), []);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (isCardText(address)) return openCard(PASTED, address);
    input.current?.blur();
    if (address.trim() !== "") void agent.connect(address.trim());
  };
  const dot = DOTS[phase.kind] ?? { label: "" };
  return (
    <form className="address" onSubmit={connect}>
      <TextField
        ref={input}
        label="Agent address"
        mono
        placeholder={name || "https://agent.example.com"}
        value={address}
        onChange={setAddress}
        onPaste={(event) => openPasted(event, openCard)}
        onBlur={() => address.trim() === "" && setAddress(known)}
        invalid={phase.kind === "failed"}
        lead={<Dot {...dot} halo={phase.kind === "connected"} />}
      >
        {phase.kind === "connecting" && (
          <Button size={24} onClick={agent.giveUp}>
            Cancel
          </Button>
        )}
        {(phase.kind === "connected" || phase.kind === "none") && <Spoken />}
        {hasCard && (
          <Button
            size={24}
            className="card-button"
            aria-label="Card"
            pressed={isShown}
            onClick={screen.showCard}
          >
            <Icon name="card" size={14} />
            <span>Card</span>
          </Button>
        )}
        {hasCard && <KeyButton />}
      </TextField>
    </form>
  );
}

const BINDINGS: Readonly<Record<Binding, string>> = {
  jsonrpc: "JSON-RPC",
  rest: "HTTP+JSON",
  grpc: "gRPC",
  unknown: "",
};

/** What was spoken, by the evidence of the run; until there is any, what the card promises. */
function Spoken() {
  const timeline = useRun((run) => run.timeline);
  useSlowVersion();
  const scope = useView((state) => state.scope);
  const stated = useAgent((state) => state.version ?? state.endpoint?.version ?? null);
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  const exchange = [shown, ...timeline.exchanges.toReversed()].find(
    (one) => one !== undefined && isCall(one) && one.events.count > 0,
  );
  const spoken = exchange && versionOf(timeline, exchange, timeline.lastEvent);
  if (spoken && spoken.version !== "unknown") {
    const binding = BINDINGS[spoken.binding];
    return (
      <span className="spoken" title={`Known by ${spoken.why.join("; ")}`}>
        <Tag>
          A2A {spoken.version}
          {binding !== "" && ` · ${binding}`}
        </Tag>
      </span>
    );
  }
  if (stated === null) return null;
  return (
    <span className="spoken" data-stated="" title="What the card says; nothing was spoken yet">
      <Tag>A2A {stated} · JSON-RPC</Tag>
    </span>
  );
}
