"use client";
// Start page: address field, demo agent, drop zone for logs, recent agents and recordings.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { getFirstCandidateUrl } from "../../lib/protocol/card/candidates.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useCardStore } from "../card/card-store.ts";
import { RecordingList } from "../library/recording-list.tsx";
import { useAgent } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { ConnectProblem } from "./connect-problem.tsx";
import { ConnectWithoutCard } from "./connect-without-card.tsx";
import { isCardText, openPastedCard, PASTED_CARD_NAME } from "./pasted-card.ts";
import { RecentAgents } from "./recent-agents.tsx";

export function Welcome() {
  const { agent, actions } = useAppContext();
  const phase = useAgent((state) => state.phase);
  const isBusy = phase.kind === "connecting";
  return (
    <main className="first-visit">
      <div className="first-visit-column">
        <h1>Look inside an A2A agent</h1>
        <p className="lead">
          Paste an agent URL or open a saved log. Watch every event as it arrives, then scrub back
          and step through it frame by frame.
        </p>
        <AddressForm />
        {phase.kind === "failed" ? <ConnectProblem phase={phase} /> : <ConnectWithoutCard url="" />}
        <div className="first-visit-cards">
          <button
            type="button"
            className="choice"
            disabled={isBusy}
            onClick={() => void agent.connect(`${location.origin}/demo`)}
          >
            <Icon name="activity" size={18} />
            <span>
              <strong>Try the demo agent</strong>
              <span>Runs on this server, offline. Streams a plan, a tool call and a result.</span>
            </span>
          </button>
          <button type="button" className="choice choice-drop" onClick={actions.chooseFile}>
            <Icon name="import" size={18} />
            <span>
              <strong>Drop a log here</strong>
              <span>
                Or paste it, or click to browse: curl, HAR, JSON, any text or zip, or a card.
              </span>
            </span>
          </button>
        </div>
        <RecentAgents onChoose={(chosen) => void agent.connect(chosen)} />
        <RecordingList title="Recordings" />
        <Hints />
      </div>
    </main>
  );
}

function AddressForm() {
  const { agent } = useAppContext();
  const openDialog = useOpenDialog();
  const openCard = useCardStore((card) => card.openGiven);
  const phase = useAgent((state) => state.phase);
  const [address, setAddress] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isBusy = phase.kind === "connecting";
  const url = getFirstCandidateUrl(address);
  useEffect(() => {
    if (phase.kind === "failed") setAddress(phase.address);
  }, [phase]);
  useEffect(() => onUiEvent("focus-address", () => input.current?.select()), []);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (isCardText(address)) openCard(PASTED_CARD_NAME, address);
    else if (address.trim() !== "") void agent.connect(address.trim());
  };
  return (
    <form onSubmit={connect}>
      <TextField
        ref={input}
        autoFocus
        size={48}
        icon="globe"
        mono
        label="Agent address"
        placeholder="https://agent.example.com"
        data-takes="address"
        value={address}
        onChange={setAddress}
        onPaste={(event) => openPastedCard(event, openCard)}
        invalid={phase.kind === "failed"}
      >
        {isBusy && (
          <Button size={36} onClick={agent.cancelConnect}>
            Cancel
          </Button>
        )}
        {url !== null && !isBusy && (
          <IconButton
            icon="key"
            size={36}
            label="Credentials for this address"
            onClick={() => openDialog("credentials", { url })}
          />
        )}
        <Button variant="primary" size={36} type="submit" trailing="arrow-right" disabled={isBusy}>
          {isBusy ? "Connecting…" : "Connect"}
        </Button>
      </TextField>
    </form>
  );
}

function Hints() {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  return (
    <p className="hints">
      <button type="button" onClick={() => openDialog("palette")}>
        <Kbd keys="mod+K" /> Commands
      </button>
      <button type="button" onClick={actions.chooseFile}>
        <Kbd keys="mod+O" /> Open a log
      </button>
      <button type="button" onClick={() => openDialog("shortcuts")}>
        <Kbd keys="?" /> Shortcuts
      </button>
    </p>
  );
}
