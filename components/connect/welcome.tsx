"use client";
// Start page: address field, demo agent, drop zone for logs, recent agents and recordings.
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { DEMO_AGENT_PATH } from "../../lib/api/demo-paths.ts";
import { getFirstCandidateUrl } from "../../lib/protocol/card/candidates.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useCardStore } from "../card/card-store.ts";
import { RecordingList } from "../library/recording-list.tsx";
import { UnsavedLogList } from "../library/unsaved-log.tsx";
import { useAgent } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { TitlePage } from "../ui/title-page.tsx";
import { isCardText, openPastedCard, PASTED_CARD_NAME } from "./address-box.tsx";
import { ConnectProblem } from "./connect-problem.tsx";
import { ConnectWithoutCard } from "./connect-without-card.tsx";
import { RecentAgents } from "./recent-agents.tsx";
import { tryDemoTeam } from "./try-demo-team.ts";

export function Welcome() {
  const app = useAppContext();
  const { agent, actions, view } = app;
  const phase = useAgent((state) => state.phase);
  const isBusy = phase.kind === "connecting";
  return (
    <TitlePage
      title="Look inside an A2A agent"
      lead="Paste an agent URL or open a saved log. Watch every event as it arrives, then scrub back and step through it frame by frame."
    >
      <AddressForm />
      {phase.kind === "failed" ? <ConnectProblem phase={phase} /> : <ConnectWithoutCard url="" />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(240px,100%),1fr))] gap-3">
        <button
          type="button"
          className={cx(CHOICE, FILLED)}
          disabled={isBusy}
          onClick={() => void agent.connect(`${location.origin}${DEMO_AGENT_PATH}`)}
        >
          <ChoiceText icon="demo" title="Try the demo agent">
            Runs on this server, offline. Streams a plan, a tool call and a result.
          </ChoiceText>
        </button>
        <button
          type="button"
          className={cx(CHOICE, FILLED)}
          disabled={isBusy}
          onClick={() => void tryDemoTeam(app)}
        >
          <ChoiceText icon="agent" title="Try a team of agents">
            A planner calls two agents, also offline. Shows who called whom, and who failed.
          </ChoiceText>
        </button>
        <button
          type="button"
          className={cx(CHOICE, "border border-dashed border-line-3 p-3.25 hover:enabled:bg-bg-2")}
          onClick={actions.chooseFile}
        >
          <ChoiceText icon="import" title="Drop a log here">
            Or paste it, or click to browse: curl, HAR, JSON, any text or zip, or a card.
          </ChoiceText>
        </button>
        <button
          type="button"
          className={cx(CHOICE, FILLED)}
          onClick={() => view.setState({ isTapOpen: true })}
        >
          <ChoiceText icon="tap" title="Tap your agents">
            Stand between agents that call agents, and record what they send each other.
          </ChoiceText>
        </button>
      </div>
      <RecentAgents onChoose={(chosen) => void agent.connect(chosen)} />
      <UnsavedLogList />
      <RecordingList title="Recordings" />
      <Hints />
    </TitlePage>
  );
}

const FILLED = "bg-bg-2 p-3.5 inset-ring inset-ring-line-2 hover:enabled:inset-ring-line-3";
const CHOICE =
  "flex items-start gap-2.5 rounded-4 text-left text-fg-2 transition-colors forced-colors:border";

interface ChoiceTextProps {
  icon: IconName;
  title: string;
  children: string;
}

function ChoiceText({ icon, title, children }: ChoiceTextProps) {
  return (
    <>
      <Icon name={icon} size={18} className="mt-px" />
      <span>
        <strong className="mb-0.5 block font-semibold text-fg-1">{title}</strong>
        <span className="block text-12">{children}</span>
      </span>
    </>
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
  // What was typed before the page could handle it is in the field already.
  useLayoutEffect(() => setAddress(input.current?.value ?? ""), []);
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
        className="max-phone:*:[svg]:hidden"
        inputClassName="max-phone:text-[16px]"
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

const HINT = "rounded-2 px-1 py-0.5 text-12/5 text-fg-3 hover:text-fg-1 pointer-coarse:min-h-11";

function Hints() {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  return (
    <p className="mt-3 -ml-1 flex flex-wrap gap-x-3 gap-y-2 max-phone:hidden">
      <button type="button" className={HINT} onClick={() => openDialog("palette")}>
        <Kbd keys="mod+K" /> Commands
      </button>
      <button type="button" className={HINT} onClick={actions.chooseFile}>
        <Kbd keys="mod+O" /> Open a log
      </button>
      <button type="button" className={HINT} onClick={() => openDialog("shortcuts")}>
        <Kbd keys="?" /> Shortcuts
      </button>
      <button type="button" className={HINT} onClick={() => openDialog("glossary")}>
        Glossary
      </button>
    </p>
  );
}
