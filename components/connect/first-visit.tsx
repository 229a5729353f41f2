"use client";
// The first thing anybody sees: one box for an address, the demo agent, and a place for logs.
import { type FormEvent, useEffect, useState } from "react";
import {
  type RecentAgent,
  readSetting,
  SETTINGS,
  writeSetting,
} from "../../lib/session/settings.ts";
import { RecordingList } from "../library/recording-list.tsx";
import { useAgent, useOpenFile, useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { FileButton } from "../ui/drop-zone.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { ConnectProblem } from "./connect-problem.tsx";

export function FirstVisit() {
  const { agent } = useSession();
  const openFile = useOpenFile();
  const phase = useAgent((state) => state.phase);
  const [address, setAddress] = useState("");
  const isBusy = phase.kind === "connecting";
  useEffect(() => {
    if (phase.kind === "failed") setAddress(phase.address);
  }, [phase]);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== "") void agent.connect(address.trim());
  };
  return (
    <main className="first-visit">
      <div className="first-visit-column">
        <h1>Look inside an A2A agent</h1>
        <p className="lead">
          Paste an agent URL or open a saved log. Watch every event as it arrives, with the exact
          bytes behind every character.
        </p>
        <form onSubmit={connect}>
          <TextField
            autoFocus
            size={48}
            icon="globe"
            mono
            label="Agent address"
            placeholder="https://agent.example.com"
            value={address}
            onChange={setAddress}
            invalid={phase.kind === "failed"}
          >
            <Button variant="primary" type="submit" trailing="arrow-right" disabled={isBusy}>
              {isBusy ? "Connecting…" : "Connect"}
            </Button>
          </TextField>
        </form>
        {phase.kind === "failed" && <ConnectProblem problem={phase.problem} />}
        <div className="first-visit-cards">
          <button
            type="button"
            className="choice"
            disabled={isBusy}
            onClick={() => void agent.connect(`${location.origin}/demo`)}
          >
            <Icon name="activity" size={16} />
            <span>
              <strong>Try the demo agent</strong>
              <span>Runs on this server, offline. Streams a plan, a tool call and a result.</span>
            </span>
          </button>
          <FileButton className="choice choice-drop" onFiles={openFile}>
            <Icon name="import" size={16} />
            <span>
              <strong>Drop a log here</strong>
              <span>A Loupe log, .sse, .jsonl or .json. Or click to choose a file.</span>
            </span>
          </FileButton>
        </div>
        <RecentAgents onChoose={(chosen) => void agent.connect(chosen)} />
        <RecordingList title="Recordings" />
      </div>
    </main>
  );
}

function RecentAgents({ onChoose }: { onChoose: (address: string) => void }) {
  const [agents, setAgents] = useState<readonly RecentAgent[]>([]);
  useEffect(() => setAgents(readSetting(SETTINGS.recentAgents)), []);
  if (agents.length === 0) return null;
  const clear = () => {
    writeSetting(SETTINGS.recentAgents, []);
    setAgents([]);
  };
  return (
    <section className="listing" aria-label="Recent agents">
      <header>
        <h2>Recent agents</h2>
        <Button size={24} onClick={clear}>
          Clear
        </Button>
      </header>
      <ul>
        {agents.map((agent) => (
          <li key={agent.address}>
            <button type="button" onClick={() => onChoose(agent.address)}>
              <span className="listing-name">{agent.name}</span>
              <span className="mono listing-detail">{agent.address}</span>
              <time dateTime={agent.at}>{new Date(agent.at).toLocaleDateString()}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
