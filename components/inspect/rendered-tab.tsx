"use client";
// Tab with the readable content of a row: Markdown text, data as trees and tables, facts.

import { useState } from "react";
import type { Draft } from "../../lib/dialects/streaming-messages/draft.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import type { EntryOf } from "../../lib/timeline/timeline.ts";
import { getErrorAt, getErrorTitle } from "../../lib/timeline/timeline-queries.ts";
import { ExtraAttachments } from "../content/attachment-details.tsx";
import type { InspectedItem } from "../content/inspected-item.ts";
import { ItemContent } from "../content/item-content.tsx";
import { MarkdownView } from "../markdown/markdown.tsx";
import { useServerFeatures } from "../server-features.ts";
import { useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { EmptyState } from "../ui/status.tsx";
import { AnnotatedText } from "./annotated-text.tsx";
import { getHttpFacts, getStateFacts } from "./entry-facts.tsx";
import { HopView } from "./hop-view.tsx";
import { PartView } from "./part-view.tsx";
import { MARKED_TEXT, RENDERED, RENDERED_BAR, RENDERED_TOOLS } from "./rendered-layout.ts";
import { RevisionBar, RevisionComparison } from "./revision-bar.tsx";
import type { ChunkSelection } from "./use-chunk-selection.ts";
import { HttpHeaders } from "./wire-tab.tsx";

interface RenderedTabProps {
  inspected: InspectedItem;
  selection: ChunkSelection | null;
}

export function RenderedTab({ inspected, selection }: RenderedTabProps) {
  return (
    <>
      <ItemContent inspected={inspected} />
      <Content inspected={inspected} selection={selection} />
      <ExtraAttachments inspected={inspected} />
    </>
  );
}

function Content({ inspected, selection }: RenderedTabProps) {
  const { timeline, interpretation, item, entry } = inspected;
  const parts = useServerFeatures();
  const detail = interpretation.details.get(item);
  if (detail?.kind === "draft") {
    return <DraftView inspected={inspected} selection={selection} draft={detail.draft} />;
  }
  if (item.isNested || detail?.kind === "text") {
    return selection && <TextView inspected={inspected} selection={selection} />;
  }
  switch (entry.kind) {
    case "artifact":
      return <ArtifactView inspected={inspected} entry={entry} selection={selection} />;
    case "message":
      return <MessageView entry={entry} selection={selection} />;
    case "state":
      return <FactList facts={getStateFacts(timeline, entry)} />;
    default: {
      const isHttp = entry.kind === "http";
      const facts = getEntryFacts(inspected, entry);
      const exchange = timeline.exchanges[entry.exchange];
      const call = entry.kind === "other" ? undefined : timeline.callTree.find(entry.exchange);
      return (
        <div data-part="rendered" className={RENDERED}>
          {parts && (
            <div className={RENDERED_BAR}>
              <parts.LimitMark item={item} />
            </div>
          )}
          <FactList facts={[...facts, ...getHttpFacts(exchange, inspected.playhead)]} />
          {call && (
            <HopView interpretation={interpretation} call={call} playhead={inspected.playhead} />
          )}
          {exchange && (isHttp || entry.kind === "error") && (
            <HttpHeaders exchange={exchange} playhead={inspected.playhead} />
          )}
        </div>
      );
    }
  }
}

/** The facts of an error: name, reason and message; of another entry: title and detail. */
function getEntryFacts(
  { timeline, playhead }: InspectedItem,
  entry: EntryOf<"error" | "http" | "other">,
): [string, string][] {
  if (entry.kind !== "error")
    return removeEmptyFacts([
      ["Summary", entry.title],
      ["Detail", entry.detail ?? ""],
    ]);
  const n = Math.max(playhead, entry.firstEvent);
  const error = getErrorAt(entry, n);
  return removeEmptyFacts([
    ["Summary", getErrorTitle(timeline, entry, n)],
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
  selection,
}: RenderedTabProps & { entry: EntryOf<"artifact">; inspected: InspectedItem }) {
  const live = useRun((run) => run.live);
  const [plain, setPlain] = useState(false);
  const [compared, setCompared] = useState(false);
  const { timeline, playhead } = inspected;
  const { artifact } = entry;
  // Text repeated by an append belongs to the revision.
  const revision =
    artifact.revisions.find((it) => it === selection?.text) ?? artifact.revisionAt(playhead);
  const last = timeline.lastEvent;
  const text = (selection?.text ?? revision)?.textAt(last) ?? "";
  const others = revision?.nonTextPartsAt(playhead) ?? [];
  const isNewest = revision === artifact.current;
  const isRunning = live && timeline.exchanges[entry.exchange]?.end === null;
  if (!revision || (text === "" && others.length === 0)) return <NoContent />;
  const isComparing = compared && artifact.revisions.length > 1;
  return (
    <div data-part="rendered" className={RENDERED}>
      <div className={RENDERED_BAR}>
        <RevisionBar
          artifact={artifact}
          revision={revision}
          playhead={playhead}
          comparing={isComparing}
          onCompare={setCompared}
        />
        {text !== "" && (
          <TextTools
            text={(selection?.text ?? revision).textAt(playhead)}
            plain={plain}
            onPlain={setPlain}
          />
        )}
      </div>
      {isComparing && (
        <RevisionComparison artifact={artifact} revision={revision} playhead={playhead} />
      )}
      {!isComparing && selection && text !== "" && (
        <AnnotatedText
          selection={selection}
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

/** A text assembled from several events, or nested in one. */
function TextView({
  inspected,
  selection,
}: {
  inspected: InspectedItem;
  selection: ChunkSelection;
}) {
  const live = useRun((run) => run.live);
  const [plain, setPlain] = useState(false);
  const { timeline, entry, playhead } = inspected;
  const last = timeline.lastEvent;
  const isRunning = live && timeline.exchanges[entry.exchange]?.end === null;
  return (
    <div data-part="rendered" className={RENDERED}>
      <div className={RENDERED_BAR}>
        <TextTools text={selection.text.textAt(playhead)} plain={plain} onPlain={setPlain} />
      </div>
      <AnnotatedText
        selection={selection}
        text={selection.text.textAt(last)}
        plain={plain}
        growing={isRunning}
        follows={isRunning && playhead >= last}
      />
    </div>
  );
}

/** A streamed message as of the playhead, or its final message. */
function DraftView({ inspected, selection, draft }: RenderedTabProps & { draft: Draft }) {
  const { playhead } = inspected;
  const parts = draft.matchingMessageAt(playhead)?.parts ?? draft.partsAt(playhead);
  const others = parts.filter(({ kind }) => kind !== "text");
  const isSilent = !selection || selection.text.textLength === 0;
  if (isSilent && others.length === 0) return <NoContent />;
  return (
    <>
      {!isSilent && <TextView inspected={inspected} selection={selection} />}
      <Parts parts={others} />
    </>
  );
}

function MessageView({
  entry,
  selection,
}: {
  entry: EntryOf<"message">;
  selection: ChunkSelection | null;
}) {
  const [plain, setPlain] = useState(false);
  const { parts } = entry.message.message;
  const text = joinPartTexts(parts);
  const others = parts.filter(({ kind }) => kind !== "text");
  if (text === "" && others.length === 0) return <NoContent />;
  return (
    <div data-part="rendered" className={RENDERED}>
      {text !== "" && (
        <div className={RENDERED_BAR}>
          <span className="text-fg-3">{entry.message.message.role}</span>
          <TextTools text={text} plain={plain} onPlain={selection ? setPlain : undefined} />
        </div>
      )}
      {text !== "" && selection && (
        <AnnotatedText
          selection={selection}
          text={text}
          plain={plain}
          growing={false}
          follows={false}
        />
      )}
      {text !== "" && !selection && (
        <div className={MARKED_TEXT} data-testid="rendered-text">
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
    <span className={RENDERED_TOOLS}>
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
      See the Decoded tab for its frames.
    </EmptyState>
  );
}
