"use client";
// Which agent: its address as an input, whether it was reached, and what is spoken with it.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { onSignal } from "../../lib/session/signals.ts";
import { useDesk } from "../command/desk.tsx";
import { leaveField } from "../command/leave-field.ts";
import { KeyButton } from "../credentials/key-button.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import { Dot } from "../ui/tag.tsx";
import { CardButton } from "./bar-buttons.tsx";
import { isCardText, openPasted, PASTED } from "./card-text.ts";
import { Spoken } from "./spoken.tsx";

const DOTS: Readonly<Record<string, { hue?: Hue; label: string; hollow?: boolean }>> = {
  none: { label: "Not connected", hollow: true },
  connecting: { hue: "warning", label: "Connecting" },
  failed: { hue: "error", label: "Not reached" },
  connected: { hue: "ok", label: "Connected" },
};

export function AddressBox() {
  const { agent, openCard } = useDesk();
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
        onKeyDown={(event) => {
          if (event.key === "Escape") setAddress(known);
          leaveField(event);
        }}
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
        {hasCard && <CardButton />}
        {hasCard && <KeyButton />}
      </TextField>
    </form>
  );
}
