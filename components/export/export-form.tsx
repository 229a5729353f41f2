"use client";
// Form of the export dialog: range, format, redaction, preview, and the buttons that save or copy.

import { useEffect, useMemo, useState } from "react";
import {
  EXPORT_FEATURES,
  type ExportFeature,
  findExportFeatures,
} from "../../lib/export/export-features.ts";
import type { Exporter } from "../../lib/export/exporter.ts";
import { EXPORTERS, findExporter } from "../../lib/export/formats.ts";
import { isWholeRun, type Selection, WHOLE_RUN } from "../../lib/export/record-selector.ts";
import type { SecretFinding } from "../../lib/redact/secret-finding.ts";
import {
  EXPORT_RANGES,
  type ExportRange,
  type ExportRangeName,
  getExportRange,
} from "../../lib/session/export-ranges.ts";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import { useRun, useView } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/choose-files.ts";
import { copyText } from "../ui/copy.tsx";
import { formatBytes, formatQuantity } from "../ui/format.ts";
import { useInterpretedRun } from "../use-interpretation.ts";
import { useOpenMetadata } from "../use-open-metadata.ts";
import { Choice, ChoiceGroup, ProgressRow } from "./form-parts.tsx";
import { createRedactionOptions, type RedactionDraft } from "./redaction-draft.ts";
import { RedactionForm } from "./redaction-form.tsx";
import { type ExportJobRequest, type ExportState, useExport } from "./use-export.ts";
import { type SecretSearchState, useSecretSearch } from "./use-secret-search.ts";

/** Runs below this size are exported at once, to preview the size and the beginning. */
const SMALL_BYTES = 2e6;
/** Larger exports can only be downloaded. */
const MAX_COPY_BYTES = 8e6;

interface ExportFormProps {
  format: string;
  onFormat: (format: string) => void;
  part: ExportRangeName;
  onPart: (part: ExportRangeName) => void;
  hasContent: boolean;
  onContent: (hasContent: boolean) => void;
  secrets: RedactionDraft;
  onSecrets: (change: Partial<RedactionDraft>) => void;
}

export function ExportForm(props: ExportFormProps) {
  const { format, onFormat, part, onPart, secrets, onSecrets } = props;
  const parts = useExportRanges();
  const isAvailable = parts.some(([name, { why }]) => name === part && why === null);
  const chosen = isAvailable ? part : "whole";
  const selection = parts.find(([name]) => name === chosen)?.[1].selection ?? WHOLE_RUN;
  const exporter = findExporter(format) ?? EXPORTERS[0];
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  const hasTrace = useRun((run) => run.trace !== null);
  const source = useRun((run) => run.source);
  // Notes are stored beside a recording, not in its records.
  const hasNotes = (useOpenMetadata()?.notes.length ?? 0) > 0;
  const search = useSecretSearch(source, secrets.isOn, secrets.texts, secrets.fields);
  const known = useLastFindings(search.findings);
  const hasContent = props.hasContent && exporter?.hasOptionalContent === true;
  const request = useExportJobRequest(selection, exporter?.id ?? "", hasContent, secrets, search);
  const { state, isIdle, runExport, cancel } = useExport(request, !live);
  const bytes = timeline.exchanges.reduce((sum, { body }) => sum + body.bytes, 0);
  const isAutomatic = bytes < SMALL_BYTES && !live;
  useEffect(() => {
    if (isAutomatic && request !== null) void runExport();
  }, [isAutomatic, request, runExport]);
  if (!exporter) return null;

  const download = async () => {
    const made = await runExport();
    if (!made) return;
    const name = createExportFileName(made.name, exporter.extension, !isWholeRun(selection));
    downloadFile(new File([made.blob], name, { type: exporter.mediaType }));
    announce(`Saved ${name}`);
  };
  const copy = async () => {
    const made = await runExport();
    if (!made) return;
    const done = made.blob.size <= MAX_COPY_BYTES && (await copyText(await made.blob.text()));
    announce(done ? `Copied the ${exporter.title}` : `Couldn't copy the ${exporter.title}`);
  };
  // The preview moves the buttons when it appears, so they stay disabled until then.
  const isStarting = isAutomatic && isIdle;
  const isBusy = request === null || isStarting || state.kind === "making";
  const isTooLong = state.kind === "made" && state.made.blob.size > MAX_COPY_BYTES;
  return (
    <form
      className="grid min-w-0 gap-4 text-12"
      aria-label="Export options"
      onSubmit={(event) => {
        event.preventDefault();
        void download();
      }}
    >
      <RangeChoice parts={parts} chosen={chosen} onChange={onPart} />
      <FormatChoice
        chosen={exporter}
        lost={findExportFeatures(timeline, exporter.missingFeatures, { hasNotes, hasContent })}
        onChange={onFormat}
      />
      {exporter.hasOptionalContent && (
        <ContentChoice
          checked={hasContent}
          onChange={(isIncluded) => {
            props.onContent(isIncluded);
            if (isIncluded) onSecrets({ isOn: true });
          }}
        />
      )}
      <RedactionForm
        source={source}
        search={search}
        known={known}
        draft={secrets}
        onChange={onSecrets}
      />
      <ExportPreview making={state} onCancel={cancel} />
      <div className="sticky -bottom-4 -mb-4 flex flex-wrap items-center justify-end gap-2 bg-bg-1 pt-2.5 pb-4">
        {live && (
          <p className="grow basis-50 text-fg-2">
            Recording in progress: the export contains everything received so far.
          </p>
        )}
        {hasTrace && (
          <p className="grow basis-50 text-fg-2">
            The joined trace is not part of the recording and is not exported.
          </p>
        )}
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

function useExportRanges(): readonly (readonly [ExportRangeName, ExportRange])[] {
  const interpreted = useInterpretedRun();
  const live = useRun((run) => run.live);
  const brush = useView((state) => state.brush);
  // While a run is live, the ranges stay as they were first, so that the choices hold still.
  const [first, setFirst] = useState(interpreted);
  const shown = live && first.rows === interpreted.rows ? first : interpreted;
  if (shown !== first) setFirst(shown);
  return useMemo(
    () => EXPORT_RANGES.map((name) => [name, getExportRange(name, shown.rows, brush)] as const),
    [shown, brush],
  );
}

/** `null` until the secrets to redact are known. */
function useExportJobRequest(
  selection: Selection,
  format: string,
  hasContent: boolean,
  secrets: RedactionDraft,
  { findings }: SecretSearchState,
): ExportJobRequest | null {
  const source = useRun((run) => run.source);
  const name = useRun((run) => run.name);
  const { isOn, decided, texts, fields } = secrets;
  return useMemo(() => {
    if (!source || (isOn && findings === null)) return null;
    // A recording can grow at any time: an agent may push, another tab may send.
    const isGrowing = source.kind === "recording";
    const redaction = createRedactionOptions(
      { isOn, decided, texts, fields },
      findings ?? [],
      isGrowing,
    );
    const link = isGrowing ? location.origin : null;
    const title = name || source.id;
    return { source, name: title, selection, format, redaction, hasContent, link };
  }, [source, name, selection, format, hasContent, isOn, decided, texts, fields, findings]);
}

/** The last findings, kept while a new search runs. */
function useLastFindings(findings: readonly SecretFinding[] | null): readonly SecretFinding[] {
  const [last, setLast] = useState<readonly SecretFinding[]>([]);
  if (findings !== null && findings !== last) setLast(findings);
  return findings ?? last;
}

export function createExportFileName(run: string, extension: string, isPart: boolean): string {
  const plain = truncateToGraphemes(
    run
      .replace(/\p{Cc}|[\\/:*?"<>|]/gu, "-")
      .replace(/(?:\.(?:events|trace|otlp|test|jsonl?|sse|har|txt|log|gz|zip|md|sh|mjs))+$/i, "")
      .replace(/^[.\s]+|[.\s]+$/g, ""),
    80,
  );
  return `${plain === "" ? "run" : plain}${isPart ? " (part)" : ""}${extension}`;
}

const RANGE_LABELS: Readonly<Record<ExportRangeName, string>> = {
  whole: "Entire run",
  filtered: "Filtered rows",
  span: "Selected time range",
};

interface RangeChoiceProps {
  parts: readonly (readonly [name: ExportRangeName, part: ExportRange])[];
  chosen: ExportRangeName;
  onChange: (name: ExportRangeName) => void;
}

function RangeChoice({ parts, chosen, onChange }: RangeChoiceProps) {
  return (
    <ChoiceGroup legend="Include" className="grid-cols-3 gap-x-5 gap-y-0.5 max-phone:grid-cols-1">
      {parts.map(([name, { events, lookUps, why }]) => (
        <Choice
          key={name}
          type="radio"
          name="export-range"
          checked={chosen === name}
          disabled={why !== null}
          text={RANGE_LABELS[name]}
          hint={why ?? formatContents(events, lookUps)}
          onChange={() => onChange(name)}
        />
      ))}
    </ChoiceGroup>
  );
}

function formatContents(events: number, lookUps = 0): string {
  const text = formatQuantity(events, "event");
  return lookUps === 0 ? text : `${text} and ${formatQuantity(lookUps, "agent lookup")}`;
}

interface ContentChoiceProps {
  checked: boolean;
  onChange: (isIncluded: boolean) => void;
}

function ContentChoice({ checked, onChange }: ContentChoiceProps) {
  return (
    <ChoiceGroup legend="Content" className="grid-cols-1">
      <Choice
        type="checkbox"
        checked={checked}
        text="Include content"
        hint="Messages, results and plans, and the arguments and results of tools. Turns redaction on."
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </ChoiceGroup>
  );
}

// Choice of the export format, with what the chosen one cannot express of this run.

interface FormatChoiceProps {
  chosen: Exporter;
  /** Features of this run that the format cannot express. */
  lost: readonly ExportFeature[];
  onChange: (format: string) => void;
}

function FormatChoice({ chosen, lost, onChange }: FormatChoiceProps) {
  return (
    <ChoiceGroup legend="Format" className="grid-cols-2 gap-x-5 gap-y-0.5 max-phone:grid-cols-1">
      {EXPORTERS.map(({ id, title, description }) => (
        <Choice
          key={id}
          type="radio"
          name="export-format"
          checked={chosen.id === id}
          aria-label={title}
          text={title}
          hint={description}
          onChange={() => onChange(id)}
        />
      ))}
      <p className="col-span-full mt-1.5 text-fg-2" role="status">
        {lost.length === 0 ? (
          "Lossless for this selection."
        ) : (
          <>
            <b className="font-semibold text-fg-1">Not included:</b>{" "}
            {lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}.
          </>
        )}
      </p>
    </ChoiceGroup>
  );
}

/** A well whose lines are not wrapped. */
const PREVIEW =
  "mono max-h-33 overflow-auto rounded-2 bg-well px-2.25 py-1.75 text-12/4.25 whitespace-pre text-fg-2 inset-ring inset-ring-line-2 forced-colors:border";

interface ExportPreviewProps {
  making: ExportState;
  onCancel: () => void;
}

/** Preview of an export: its progress, then its size and its beginning, or why it failed. */
function ExportPreview({ making, onCancel }: ExportPreviewProps) {
  if (making.kind === "idle") return null;
  if (making.kind === "failed") {
    const remedy =
      making.who === "File"
        ? { remedy: "If the log was moved or changed since it was opened, open it again." }
        : {};
    return (
      <Banner severity="error" who={making.who} title="Couldn't write the export" {...remedy}>
        {making.reason}
      </Banner>
    );
  }
  if (making.kind === "making") {
    return (
      <ProgressRow label="Writing" share={making.share}>
        <Button size={24} onClick={onCancel}>
          Cancel
        </Button>
      </ProgressRow>
    );
  }
  const { blob, preview } = making.made;
  return (
    <section className="grid min-w-0 gap-1" aria-label="Export preview">
      <p role="status" className="text-fg-2">
        {formatBytes(blob.size)}
        {blob.size > preview.length && ", starting with"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0} className={PREVIEW}>
        {preview}
      </pre>
    </section>
  );
}
