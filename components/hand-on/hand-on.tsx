"use client";
// What leaves, chosen and written: the way is that of the records, from the log to the file.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { factsIn } from "../../lib/export/facts.ts";
import { EXPORTERS, exporterOf } from "../../lib/export/formats.ts";
import { isWhole, type Selection, WHOLE } from "../../lib/export/select.ts";
import type { Finding } from "../../lib/redact/finding.ts";
import { PARTS, type Part, type PartName, partOf } from "../../lib/session/hand-on-parts.ts";
import { service } from "../../lib/session/service.ts";
import { useDesk } from "../command/desk.tsx";
import { downloadFile } from "../command/files.ts";
import { useRun, useView } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy.tsx";
import { useReading } from "../use-reading.ts";
import { fileName } from "./file-name.ts";
import { FormatChoice } from "./format-choice.tsx";
import { Outcome } from "./outcome.tsx";
import { PartChoice } from "./part-choice.tsx";
import { Secrets } from "./secrets.tsx";
import { type SecretsDraft, wishOf } from "./secrets-draft.ts";
import { useHandedOn, type Wish } from "./use-handed-on.ts";
import { type Search, useSecrets } from "./use-secrets.ts";

/** So much is written before anybody asks, to show its size and how it begins. */
const SMALL_BYTES = 2e6;
/** More than a clipboard is good for. */
const COPY_BYTES = 8e6;

interface HandOnProps {
  format: string;
  onFormat: (format: string) => void;
  part: PartName;
  onPart: (part: PartName) => void;
  secrets: SecretsDraft;
  onSecrets: (change: Partial<SecretsDraft>) => void;
}

export function HandOn(props: HandOnProps) {
  const { format, onFormat, part, onPart, secrets, onSecrets } = props;
  const parts = useParts();
  const isThere = parts.some(([name, { why }]) => name === part && why === null);
  const chosen = isThere ? part : "whole";
  const selection = parts.find(([name]) => name === chosen)?.[1].selection ?? WHOLE;
  const exporter = exporterOf(format) ?? EXPORTERS[0];
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  const source = useRun((run) => run.source);
  const hasNotes = useHasNotes(source?.kind === "recording" ? source.id : null);
  const search = useSecrets(source, secrets.isOn, secrets.texts, secrets.fields);
  const known = useLast(search.findings);
  const wish = useWish(selection, exporter?.id ?? "", secrets, search);
  const { making, isUntouched, make, cancel } = useHandedOn(wish, !live);
  const bytes = timeline.exchanges.reduce((sum, { body }) => sum + body.bytes, 0);
  const isMadeUnasked = bytes < SMALL_BYTES && !live;
  useEffect(() => {
    if (isMadeUnasked && wish !== null) void make();
  }, [isMadeUnasked, wish, make]);
  if (!exporter) return null;

  const download = async () => {
    const made = await make();
    if (!made) return;
    const name = fileName(made.name, exporter.extension, !isWhole(selection));
    downloadFile(new File([made.blob], name, { type: exporter.mediaType }));
    announce(`Saved ${name}`);
  };
  const copy = async () => {
    const made = await make();
    if (!made) return;
    const done = made.blob.size <= COPY_BYTES && (await copyText(await made.blob.text()));
    announce(done ? `Copied the ${exporter.title}` : `Could not copy the ${exporter.title}`);
  };
  // What is about to be made by itself moves the buttons when it is there: nobody aims at them before.
  const isAboutTo = isMadeUnasked && isUntouched;
  const isBusy = wish === null || isAboutTo || making.kind === "making";
  const isTooLong = making.kind === "made" && making.made.blob.size > COPY_BYTES;
  return (
    <form
      className="hand-on-body"
      aria-label="What leaves, and as what"
      onSubmit={(event) => {
        event.preventDefault();
        void download();
      }}
    >
      <PartChoice parts={parts} chosen={chosen} onChange={onPart} />
      <FormatChoice
        chosen={exporter}
        lost={factsIn(timeline, exporter.lacks, hasNotes)}
        onChange={onFormat}
      />
      <Secrets source={source} search={search} known={known} draft={secrets} onChange={onSecrets} />
      <Outcome making={making} onCancel={cancel} />
      <div className="hand-on-actions">
        {live && <p>It is still being recorded: what has come by now leaves.</p>}
        <Button
          icon="copy"
          variant="outline"
          disabled={isTooLong || isBusy}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button icon="export" variant="primary" type="submit" disabled={isBusy}>
          Download
        </Button>
      </div>
    </form>
  );
}

/** Notes stand beside a recording, not in its run. */
function useHasNotes(id: string | null): boolean {
  const { data } = useQuery({
    queryKey: ["about", id],
    queryFn: () => service.about(id ?? ""),
    enabled: id !== null,
    retry: 1,
  });
  return (data?.notes.length ?? 0) > 0;
}

function useParts(): readonly (readonly [PartName, Part])[] {
  const { view } = useDesk();
  const reading = useReading();
  const version = useRun((run) => run.version);
  const live = useRun((run) => run.live);
  const filter = useView((state) => state.filter);
  const scope = useView((state) => state.scope);
  const brush = useView((state) => state.brush);
  // While a run goes on, one chooses from what was there at first: a choice must hold still.
  const seen = live ? -1 : version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading grows in place, the view is read from its store
  return useMemo(
    () => PARTS.map((name) => [name, partOf(name, reading, view.getState())] as const),
    [reading, view, seen, filter, scope, brush],
  );
}

/** `null` while it is not known what has to be replaced. */
function useWish(
  selection: Selection,
  format: string,
  secrets: SecretsDraft,
  { findings }: Search,
): Wish | null {
  const source = useRun((run) => run.source);
  const name = useRun((run) => run.name);
  const { isOn, decided, texts, fields } = secrets;
  return useMemo(() => {
    if (!source || (isOn && findings === null)) return null;
    // A recording may grow at any time: an agent may notify, another tab may send.
    const isGrowing = source.kind === "recording";
    const redaction = wishOf({ isOn, decided, texts, fields }, findings ?? [], isGrowing);
    return { source, name: name || source.id, selection, format, redaction };
  }, [source, name, selection, format, isOn, decided, texts, fields, findings]);
}

/** What was found last, also while it is looked again. */
function useLast(findings: readonly Finding[] | null): readonly Finding[] {
  const [last, setLast] = useState<readonly Finding[]>([]);
  if (findings !== null && findings !== last) setLast(findings);
  return findings ?? last;
}
