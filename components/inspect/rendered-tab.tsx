"use client";
// What a row says, for reading: Markdown for text, trees for data, plain facts for the rest.
import type { Part } from "../../lib/protocol/model.ts";
import { textOf } from "../../lib/protocol/parts.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { MarkdownView } from "../markdown/markdown.tsx";
import { useRun } from "../session.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";
import { FilePart } from "./file-part.tsx";

export function RenderedTab({ timeline, entry }: { timeline: Timeline; entry: Entry }) {
  const live = useRun((run) => run.live);
  const n = timeline.lastEvent;
  if (entry.kind === "artifact") {
    const revision = entry.artifact.revisionAt(n);
    const isGrowing = live && entry.index === timeline.entries.length - 1;
    return (
      <Content
        text={revision?.textAt(n) ?? ""}
        others={revision?.othersAt(n) ?? []}
        growing={isGrowing}
      />
    );
  }
  if (entry.kind === "message") {
    const { parts } = entry.message.message;
    return <Content text={textOf(parts)} others={parts.filter(isOther)} growing={false} />;
  }
  if (entry.kind === "state") return <Facts facts={stateFacts(entry)} />;
  if (entry.kind === "http")
    return <Facts facts={[["What", entry.title], ...httpFacts(timeline, entry)]} />;
  return (
    <Facts
      facts={[["What", entry.title], ["Detail", entry.detail], ...httpFacts(timeline, entry)]}
    />
  );
}

const isOther = (part: Part) => part.kind !== "text";

function Content({
  text,
  others,
  growing,
}: {
  text: string;
  others: readonly Part[];
  growing: boolean;
}) {
  if (text === "" && others.length === 0) {
    return (
      <EmptyState icon="text" title="No content">
        Only its frames say something; see Decoded.
      </EmptyState>
    );
  }
  return (
    <div className="rendered">
      {text !== "" && (
        <div className="rendered-text" data-testid="rendered-text">
          <MarkdownView label="Rendered text" text={text} streaming={growing} following={growing} />
          <span className="rendered-copy">
            <CopyButton text={text} what="the exact text" />
          </span>
        </div>
      )}
      {others.map((part, i) => (
        <PartView key={String(i)} part={part} />
      ))}
    </div>
  );
}

function PartView({ part }: { part: Part }) {
  if (part.kind === "file") return <FilePart part={part} />;
  const value = part.kind === "data" ? part.data : part.kind === "other" ? part.raw : part;
  return (
    <div className="rendered-data">
      <JsonTree label={part.kind === "data" ? "Data part" : "Not a part"} value={value} />
    </div>
  );
}

type FactList = [name: string, value: string][];

function stateFacts(entry: Extract<Entry, { kind: "state" }>): FactList {
  const { state, rawState, legal, source } = entry.transition;
  return [
    ["State", state],
    ["As sent", rawState ?? "nothing"],
    ["Said by", source === "update" ? "a status update" : "a task snapshot"],
    ["Allowed here", legal ? "yes" : "no: it may not follow the state before"],
  ];
}

function httpFacts(timeline: Timeline, entry: Entry): FactList {
  const exchange = timeline.exchanges[entry.exchange];
  if (!exchange) return [];
  const { open, head, ended } = exchange;
  const facts: FactList = [["Request", `${open.record.method} ${open.record.url}`]];
  for (const { record } of exchange.redirects)
    facts.push(["Redirected", `${record.status} to ${record.location}`]);
  if (head) {
    const { status, statusText = "", remote, timing, httpVersion } = head.record;
    facts.push(["Answer", `${httpVersion ? `HTTP/${httpVersion} ` : ""}${status} ${statusText}`]);
    if (remote) facts.push(["Connected to", `${remote.address} port ${remote.port}`]);
    for (const [name, ms] of Object.entries(timing ?? {})) facts.push([name, `${ms} ms`]);
  }
  if (ended) {
    const { cause, error } = ended.record;
    facts.push(["Ended", error ? `${cause}: ${error.message}` : cause]);
    if (error) facts.push(["Said by", error.by]);
  }
  return facts;
}

function Facts({ facts }: { facts: FactList }) {
  return (
    <dl className="fact-list">
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
