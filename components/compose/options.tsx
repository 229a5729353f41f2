"use client";
// How the next message is sent: everything that is seldom changed, in one place. What the version
// has no place for says so instead of being left out.
import { type ReactNode, useId, useState } from "react";
import { getUnsupportedReason } from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject } from "../../lib/protocol/json.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent, useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { shortId } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { linkTo } from "./attach.ts";
import { Extensions } from "./extensions.tsx";
import { IdleLimit } from "./idle-limit.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { notAnObject } from "./sendable.ts";
import { idsInWords } from "./target.ts";
import type { Draft } from "./use-draft.ts";

const VERSIONS: readonly Version[] = ["1.1", "1.0", "0.3", "0.2", "0.1"];

export default function Options({ draft }: { draft: Draft }) {
  const { written, way, write } = draft;
  const { agent } = useDesk();
  const nowhere = (option: Parameters<typeof getUnsupportedReason>[0]) =>
    getUnsupportedReason(option, way);
  return (
    <section className="options" aria-label="Options">
      <Row name="Ids that go out">
        <span className="mono">{boundText(idsInWords(draft.ids, way.version))}</span>
      </Row>
      <Row name="Protocol">
        <Select
          label="Protocol version"
          outlined
          value={way.version}
          onChange={(value) => agent.chooseVersion(value)}
          options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
        />
        <Extensions />
        <IdleLimit />
      </Row>
      <Row name="Answer at once" why={nowhere("returnImmediately")}>
        <label className="options-check">
          <input
            type="checkbox"
            checked={written.returnImmediately}
            disabled={nowhere("returnImmediately") !== null && !written.returnImmediately}
            onChange={(event) => write({ returnImmediately: event.target.checked })}
          />
          Return immediately, instead of when the task is over or waits
        </label>
      </Row>
      <Row name="History length" why={nowhere("historyLength")}>
        <TextField
          label="History length"
          size={26}
          inputMode="numeric"
          placeholder="the agent’s own"
          value={written.historyLength}
          invalid={draft.faults.some(({ at }) => at === "historyLength")}
          onChange={(historyLength) => write({ historyLength })}
        />
      </Row>
      {(way.version === "1.1" || written.ifGenerationMatch !== "") && (
        <Row name="Only at generation" why={nowhere("ifGenerationMatch")}>
          <TextField
            label="Only at generation"
            size={26}
            inputMode="numeric"
            placeholder="any"
            value={written.ifGenerationMatch}
            invalid={draft.faults.some(({ at }) => at === "ifGenerationMatch")}
            onChange={(ifGenerationMatch) => write({ ifGenerationMatch })}
          />
        </Row>
      )}
      <Row name="Accepted output" why={nowhere("acceptedOutputModes")}>
        <OutputModes draft={draft} />
      </Row>
      <Row name="Refers to tasks" why={nowhere("referenceTaskIds")}>
        <References draft={draft} isPossible={nowhere("referenceTaskIds") === null} />
      </Row>
      <Row name="File by URL">
        <FileByUrl draft={draft} />
      </Row>
      <Metadata name="Message metadata" option="metadata" draft={draft} />
      <Metadata name="Request metadata" option="requestMetadata" draft={draft} />
    </section>
  );
}

function Row(props: { name: string; why?: string | null; children: ReactNode }) {
  const { name, why = null, children } = props;
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot lie on the panel's grid
    <div className="options-row" role="group" aria-labelledby={id}>
      <span className="options-name" id={id}>
        {name}
      </span>
      <div className="options-value">
        {children}
        {why !== null && <p className="options-why">{why}</p>}
      </div>
    </div>
  );
}

const MOST_MODES = 24;

function OutputModes({ draft: { written, write } }: { draft: Draft }) {
  const raw = useAgent((state) => state.card?.raw);
  const [typed, setTyped] = useState("");
  const chosen = written.acceptedOutputModes;
  const offered = [...new Set([...outputModes(raw), ...chosen])];
  const set = (mode: string, isWanted: boolean) => {
    const others = chosen.filter((other) => other !== mode);
    write({ acceptedOutputModes: isWanted ? [...others, mode] : others });
  };
  const add = () => {
    for (const mode of typed.split(/[\s,]+/)) if (mode !== "") set(mode, true);
    setTyped("");
  };
  return (
    <>
      {offered.map((mode) => (
        <label key={mode} className="options-check">
          <input
            type="checkbox"
            checked={chosen.includes(mode)}
            onChange={(event) => set(mode, event.target.checked)}
          />
          <span className="mono">{boundText(mode)}</span>
        </label>
      ))}
      <TextField
        label="Another output mode"
        size={26}
        mono
        placeholder="another, e.g. image/png"
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      >
        <Button size={24} disabled={typed.trim() === ""} onClick={add}>
          Add
        </Button>
      </TextField>
    </>
  );
}

/** What the card offers, of the agent as a whole and of its skills. */
function outputModes(card: unknown): string[] {
  if (!isObject(card)) return [];
  const skills = Array.isArray(card.skills) ? card.skills.filter(isObject) : [];
  const lists = [card.defaultOutputModes, ...skills.map((skill) => skill.outputModes)];
  const modes = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(modes.filter((mode) => typeof mode === "string"))].slice(0, MOST_MODES);
}

const MOST_TASKS = 30;

function References({ draft, isPossible }: { draft: Draft; isPossible: boolean }) {
  const timeline = useRun((run) => run.timeline);
  const { written, write } = draft;
  const chosen = written.referenceTaskIds;
  const ids = timeline.tasks.map(({ id }) => id).filter((id) => id !== "");
  const offered = [...new Set([...chosen, ...ids.toReversed()])].slice(0, MOST_TASKS);
  if (offered.length === 0) return <p className="options-why">This run has no tasks yet.</p>;
  return offered.map((id) => (
    <label key={id} className="options-check" title={boundText(id)}>
      <input
        type="checkbox"
        checked={chosen.includes(id)}
        disabled={!isPossible && !chosen.includes(id)}
        onChange={(event) => {
          const others = chosen.filter((other) => other !== id);
          write({ referenceTaskIds: event.target.checked ? [...others, id] : others });
        }}
      />
      <span className="mono">{boundText(shortId(id, 8))}</span>
      <span className="text-fg-3">{boundText(timeline.taskByKey.get(id)?.stateLabel ?? "")}</span>
    </label>
  ));
}

function FileByUrl({ draft: { written, write } }: { draft: Draft }) {
  const [url, setUrl] = useState("");
  const [mediaType, setMediaType] = useState("");
  const isUrl = URL.canParse(url.trim());
  const add = () => {
    if (!isUrl) return;
    write({ pieces: [...written.pieces, linkTo(url.trim(), mediaType.trim())] });
    setUrl("");
    setMediaType("");
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <TextField
        label="URL of a file"
        className="options-url"
        size={26}
        mono
        placeholder="https://… for the agent to fetch"
        value={url}
        invalid={url.trim() !== "" && !isUrl}
        onChange={setUrl}
        onKeyDown={onKeyDown}
      />
      <TextField
        label="Media type of the file"
        size={26}
        mono
        placeholder="media type"
        value={mediaType}
        onChange={setMediaType}
        onKeyDown={onKeyDown}
      />
      <Button size={24} variant="outline" disabled={!isUrl} onClick={add}>
        Add file
      </Button>
    </>
  );
}

interface MetadataProps {
  name: string;
  option: "metadata" | "requestMetadata";
  draft: Draft;
}

function Metadata({ name, option, draft: { written, write } }: MetadataProps) {
  const json = written[option];
  const [isOpen, setOpen] = useState(json !== "");
  return (
    <Row name={name}>
      {isOpen || json !== "" ? (
        <JsonEditor
          label={name}
          mayBeEmpty
          value={json}
          remark={json.trim() === "" ? null : notAnObject(json)}
          onChange={(typed) => write({ [option]: typed })}
        />
      ) : (
        <Button size={24} icon="plus" onClick={() => setOpen(true)}>
          Write {name.toLowerCase()}
        </Button>
      )}
    </Row>
  );
}
