"use client";
import { useState } from "react";
import type { Draft } from "../../lib/dialects/streaming-messages/draft.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import type { EntryOf } from "../../lib/timeline/timeline.ts";
// What a row says, for reading: Markdown for text, trees and tables for data, facts for the rest.
import { getErrorAt, getErrorTitle } from "../../lib/timeline/timeline-queries.ts";
import { ExtraAttachments } from "../content/attachment-details.tsx";
import { ItemContent } from "../content/item-content.tsx";
import { MarkdownView } from "../markdown/markdown.tsx";
import { useServerFeatures } from "../server-features.ts";
import { useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { EmptyState } from "../ui/status.tsx";
import { AnnotatedText } from "./annotated-text.tsx";
import { FactList, getHttpFacts, getStateFacts } from "./entry-facts.tsx";
import { HttpHeaders } from "./http-headers.tsx";
import { PartView } from "./part-view.tsx";
import { RevisionBar } from "./revision-bar.tsx";
import { RevisionComparison } from "./revision-comparison.tsx";
import type { ChunkSelection } from "./use-chunk-selection.ts";
import type { InspectedItem } from "./use-inspected-item.ts";

export interface RenderedTabProps {
  inspected: InspectedItem;
  proof: ChunkSelection | null;
}

export function RenderedTab({ inspected, proof }: RenderedTabProps) {
  return (
    <>
      <ItemContent inspected={inspected} />
      <Content inspected={inspected} proof={proof} />
      <ExtraAttachments inspected={inspected} />
    </>
  );
}

function Content({ inspected, proof }: RenderedTabProps) {
  const { timeline, interpretation, item, entry } = inspected;
  const parts = useServerFeatures();
  const facet = interpretation.details.get(item);
  if (facet?.kind === "draft") {
    return <DraftView inspected={inspected} proof={proof} draft={facet.draft} />;
  }
  if (item.isNested || facet?.kind === "text") {
    return proof && <TextView inspected={inspected} proof={proof} />;
  }
  switch (entry.kind) {
    case "artifact":
      return <ArtifactView inspected={inspected} entry={entry} proof={proof} />;
    case "message":
      return <MessageView entry={entry} proof={proof} />;
    case "state":
      return <FactList facts={getStateFacts(timeline, entry)} />;
    default: {
      const isHttp = entry.kind === "http";
      const facts = isHttp
        ? [["What", entry.title] as [string, string]]
        : getEntryFacts(inspected, entry);
      const exchange = timeline.exchanges[entry.exchange];
      return (
        <div className="rendered">
          {parts && (
            <div className="rendered-bar">
              <parts.LimitMark item={item} />
            </div>
          )}
          <FactList facts={[...facts, ...getHttpFacts(exchange, inspected.playhead)]} />
          {exchange && (isHttp || entry.kind === "error") && (
            <HttpHeaders exchange={exchange} playhead={inspected.playhead} />
          )}
        </div>
      );
    }
  }
}

/** An error by its name, its reason and its message; a remark by its words. */
function getEntryFacts(
  { timeline, playhead }: InspectedItem,
  entry: EntryOf<"error" | "other">,
): [string, string][] {
  if (entry.kind === "other")
    return removeEmptyFacts([
      ["What", entry.title],
      ["Detail", entry.detail],
    ]);
  const n = Math.max(playhead, entry.firstEvent);
  const error = getErrorAt(entry, n);
  return removeEmptyFacts([
    ["What", getErrorTitle(timeline, entry, n)],
    ["Reason", error?.reason ?? ""],
    ["Detail", error?.message || entry.detail],
  ]);
}

function removeEmptyFacts(facts: [string, string][]): [string, string][] {
  return facts.filter(([, value]) => value !== "");
}

function ArtifactView({
  inspected,
  entry,
  proof,
}: RenderedTabProps & { entry: EntryOf<"artifact">; inspected: InspectedItem }) {
  const live = useRun((run) => run.live);
  const [plain, setPlain] = useState(false);
  const [compared, setCompared] = useState(false);
  const { timeline, playhead } = inspected;
  const { artifact } = entry;
  // What was told anew by an append is a part of its revision.
  const revision =
    artifact.revisions.find((it) => it === proof?.text) ?? artifact.revisionAt(playhead);
  const last = timeline.lastEvent;
  const text = (proof?.text ?? revision)?.textAt(last) ?? "";
  const others = revision?.nonTextPartsAt(playhead) ?? [];
  const isNewest = revision === artifact.current;
  const isRunning = live && timeline.exchanges[entry.exchange]?.end === null;
  if (!revision || (text === "" && others.length === 0)) return <NoContent />;
  const isComparing = compared && artifact.revisions.length > 1;
  return (
    <div className="rendered">
      <div className="rendered-bar">
        <RevisionBar
          artifact={artifact}
          revision={revision}
          playhead={playhead}
          comparing={isComparing}
          onCompare={setCompared}
        />
        {text !== "" && (
          <TextTools
            text={(proof?.text ?? revision).textAt(playhead)}
            plain={plain}
            onPlain={setPlain}
          />
        )}
      </div>
      {isComparing && (
        <RevisionComparison artifact={artifact} revision={revision} playhead={playhead} />
      )}
      {!isComparing && proof && text !== "" && (
        <AnnotatedText
          proof={proof}
          text={text}
          plain={plain}
          growing={isRunning && isNewest}
          follows={isRunning && isNewest && playhead >= last}
        />
      )}
      {!isComparing && <Parts parts={others} />}
    </div>
  );
}

/** A text put together from several events, or found inside one. */
function TextView({ inspected, proof }: { inspected: InspectedItem; proof: ChunkSelection }) {
  const live = useRun((run) => run.live);
  const [plain, setPlain] = useState(false);
  const { timeline, entry, playhead } = inspected;
  const last = timeline.lastEvent;
  const isRunning = live && timeline.exchanges[entry.exchange]?.end === null;
  return (
    <div className="rendered">
      <div className="rendered-bar">
        <TextTools text={proof.text.textAt(playhead)} plain={plain} onPlain={setPlain} />
      </div>
      <AnnotatedText
        proof={proof}
        text={proof.text.textAt(last)}
        plain={plain}
        growing={isRunning}
        follows={isRunning && playhead >= last}
      />
    </div>
  );
}

/** A message as far as it was written, or as it came to be. */
function DraftView({ inspected, proof, draft }: RenderedTabProps & { draft: Draft }) {
  const { playhead } = inspected;
  const parts = draft.matchingMessageAt(playhead)?.parts ?? draft.partsAt(playhead);
  const others = parts.filter(({ kind }) => kind !== "text");
  const isSilent = !proof || proof.text.textLength === 0;
  if (isSilent && others.length === 0) return <NoContent />;
  return (
    <>
      {!isSilent && <TextView inspected={inspected} proof={proof} />}
      <Parts parts={others} />
    </>
  );
}

function MessageView({
  entry,
  proof,
}: {
  entry: EntryOf<"message">;
  proof: ChunkSelection | null;
}) {
  const [plain, setPlain] = useState(false);
  const { parts } = entry.message.message;
  const text = joinPartTexts(parts);
  const others = parts.filter(({ kind }) => kind !== "text");
  if (text === "" && others.length === 0) return <NoContent />;
  return (
    <div className="rendered">
      {text !== "" && (
        <div className="rendered-bar">
          <span className="text-fg-3">{entry.message.message.role}</span>
          <TextTools text={text} plain={plain} onPlain={proof ? setPlain : undefined} />
        </div>
      )}
      {text !== "" && proof && (
        <AnnotatedText proof={proof} text={text} plain={plain} growing={false} follows={false} />
      )}
      {text !== "" && !proof && (
        <div className="marked-text" data-testid="rendered-text">
          <MarkdownView label="Rendered text" text={text} />
        </div>
      )}
      <Parts parts={others} />
    </div>
  );
}

function TextTools({
  text,
  plain,
  onPlain,
}: {
  text: string;
  plain: boolean;
  onPlain: ((plain: boolean) => void) | undefined;
}) {
  return (
    <span className="rendered-tools">
      {onPlain && (
        <Button size={24} icon="text" pressed={plain} onClick={() => onPlain(!plain)}>
          Plain text
        </Button>
      )}
      <CopyButton text={text} what="the exact text" size={24} />
    </span>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, i) => (
    <PartView key={String(i)} part={part} alone={parts.length === 1} />
  ));
}

function NoContent() {
  return (
    <EmptyState icon="text" title="No content">
      Only its frames say something; see Decoded.
    </EmptyState>
  );
}
