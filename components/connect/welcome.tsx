"use client";
// Start page: address field, demo agent, drop zone for logs, recent agents and recordings.
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { DEMO_AGENT_PATH, DEMO_TEAM_PATH } from "../../lib/api/demo-paths.ts";
import { getFirstCandidateUrl } from "../../lib/protocol/card/candidates.ts";
import {
  type RecentAgent,
  readSetting,
  SETTINGS,
  writeSetting,
} from "../../lib/session/settings.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { useCardStore } from "../card/card-store.ts";
import { RecordingList } from "../library/recording-list.tsx";
import { UnsavedLogList } from "../library/unsaved-log.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatRelativeTime } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Listing } from "../ui/listing.tsx";
import { Tag } from "../ui/tag.tsx";
import { TitlePage } from "../ui/title-page.tsx";
import { isCardText, openPastedCard, PASTED_CARD_NAME } from "./address-box.tsx";
import { ConnectProblem, ConnectWithoutCard } from "./connect-problem.tsx";

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

/** List of recently used agents. A click connects. */
function RecentAgents({ onChoose }: { onChoose: (address: string) => void }) {
  const [agents, setAgents] = useState<readonly RecentAgent[]>([]);
  useEffect(() => setAgents(readSetting(SETTINGS.recentAgents)), []);
  if (agents.length === 0) return null;
  const clear = () => {
    writeSetting(SETTINGS.recentAgents, []);
    setAgents([]);
  };
  return (
    <Listing
      title="Recent agents"
      actions={
        <Button size={24} onClick={clear}>
          Clear
        </Button>
      }
    >
      <ul>
        {agents.map(({ address, name, at, version }) => (
          <li key={address} className="border-b border-line-1">
            <button
              type="button"
              className="grid min-h-11 w-full grid-cols-[14px_minmax(0,1fr)_auto_92px] items-center gap-3 px-1 text-left hover:bg-bg-2 max-phone:min-h-13 max-phone:grid-cols-[14px_minmax(0,1fr)_auto]"
              onClick={() => onChoose(address)}
            >
              <Icon name="agent" size={14} className="text-fg-3" />
              <span className="flex min-w-0 items-baseline gap-2.5 max-phone:grid max-phone:gap-0 max-phone:leading-4.5">
                <b className="max-w-[60%] flex-none truncate font-medium max-phone:max-w-full">
                  {boundText(name)}
                </b>
                <span className="mono truncate text-12 text-fg-3">
                  {boundText(formatAddress(address))}
                </span>
              </span>
              {version !== undefined && (
                <Tag className="max-phone:hidden">{version} · JSON-RPC</Tag>
              )}
              <time
                dateTime={at}
                className="col-start-4 text-right text-12/5 text-fg-3 max-phone:col-start-3"
              >
                {formatRelativeTime(at, Date.now())}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </Listing>
  );
}

/** Hides https, but keeps http visible because it is not encrypted. */
function formatAddress(address: string): string {
  return address.replace(/^https:\/\//, "").replace(/\/$/, "");
}

const FIRST_MESSAGE = "plan a weekend in Lisbon";

/**
 * Connects to the demo team and sends its first message, so that calls between agents show at once.
 */
async function tryDemoTeam({ agent, view }: AppContext): Promise<void> {
  const address = `${location.origin}${DEMO_TEAM_PATH}`;
  await agent.connect(address);
  const { phase } = agent.getState();
  if (phase.kind !== "connected" || phase.address !== address) return;
  const messageId = crypto.randomUUID();
  const message = { text: FIRST_MESSAGE, messageId, taskId: null, contextId: null };
  const exchange = await agent.send({ operation: "stream", message });
  if (exchange !== null) view.setState({ following: true, scope: "all", cursor: null });
}
