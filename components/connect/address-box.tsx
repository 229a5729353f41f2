"use client";
// Address field of the top bar, with the connection status, protocol version, card and credentials.

import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import { useCardStore } from "../card/card-store.ts";
import { leaveField } from "../leave-field.ts";
import { useAgent, useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Dot } from "../ui/tag.tsx";
import { CardButton } from "./bar-buttons.tsx";

const CredentialsButton = createLazyComponent(
  () => import("../credentials/credentials-button.tsx"),
);
const NegotiatedVersion = createLazyComponent(() => import("./negotiated-version.tsx"));

const PHASE_DOTS: Readonly<Record<string, { hue?: Hue; label: string; hollow?: boolean }>> = {
  none: { label: "Not connected", hollow: true },
  connecting: { hue: "warning", label: "Connecting" },
  failed: { hue: "error", label: "Connection failed" },
  connected: { hue: "ok", label: "Connected" },
};

export function AddressBox() {
  const { agent } = useAppContext();
  const openCard = useCardStore((card) => card.openGiven);
  const phase = useAgent((state) => state.phase);
  const hasCard = useAgent((state) => state.card !== null);
  const name = useRun((run) => run.name);
  const connectedAddress = phase.kind === "none" ? "" : phase.address;
  const [address, setAddress] = useState(connectedAddress);
  useEffect(() => setAddress(connectedAddress), [connectedAddress]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => onUiEvent("focus-address", () => input.current?.select()), []);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (isCardText(address)) return openCard(PASTED_CARD_NAME, address);
    input.current?.blur();
    if (address.trim() !== "") void agent.connect(address.trim());
  };
  const dot = PHASE_DOTS[phase.kind] ?? { label: "" };
  return (
    <form className="min-w-0 flex-[0_1_600px] max-phone:flex-1" onSubmit={connect}>
      <TextField
        ref={input}
        label="Agent address"
        mono
        inputClassName="max-phone:text-[16px]"
        placeholder={name || "https://agent.example.com"}
        value={address}
        onChange={setAddress}
        onPaste={(event) => openPastedCard(event, openCard)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setAddress(connectedAddress);
          leaveField(event);
        }}
        onBlur={() => address.trim() === "" && setAddress(connectedAddress)}
        invalid={phase.kind === "failed"}
        lead={<Dot {...dot} halo={phase.kind === "connected"} />}
      >
        <span className="-mr-1.25 flex flex-none items-center gap-2 not-has-[*]:hidden">
          {phase.kind === "connecting" && (
            <Button size={24} onClick={agent.cancelConnect}>
              Cancel
            </Button>
          )}
          {(phase.kind === "connected" || phase.kind === "none") && <NegotiatedVersion />}
          {hasCard && <CardButton className="-ml-0.5" />}
          {hasCard && <CredentialsButton />}
        </span>
      </TextField>
    </form>
  );
}

export const PASTED_CARD_NAME = "pasted text";

/** An address never starts with a brace. */
export function isCardText(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Opens a pasted card with its line breaks, which a one-line field would drop. */
export function openPastedCard(
  event: ClipboardEvent,
  openCard: (name: string, text: string) => void,
): void {
  const text = event.clipboardData.getData("text/plain");
  if (!isCardText(text)) return;
  event.preventDefault();
  openCard(PASTED_CARD_NAME, text);
}
