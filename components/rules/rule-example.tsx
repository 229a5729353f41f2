"use client";
// Example of a rule in one protocol version: a recording that violates it beside one that just passes.
// Both can be opened as runs.
import { useEffect, useMemo, useRef, useState } from "react";
import { writeExport } from "../../lib/export/exporter.ts";
import { loupeLog } from "../../lib/export/loupe-log.ts";
import { formatJson } from "../../lib/json/json-format.ts";
import {
  createMessageFactory,
  EXAMPLE_VERSIONS,
  type ExampleVersion,
} from "../../lib/lint/examples/message-factory.ts";
import type { RecordingBuilder } from "../../lib/lint/examples/recording-builder.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import { decodeBase64 } from "../../lib/text/utf8.ts";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import type { HeaderList, WireRecord } from "../../lib/wire/record.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { SegmentedControl } from "../ui/segmented.tsx";

/** The most common version. */
const DEFAULT_VERSION: ExampleVersion = "1.0";

const TEXT =
  "mono relative max-h-105 overflow-auto rounded-3 bg-well px-3 py-2.5 text-[11.5px]/4.5 wrap-anywhere whitespace-pre-wrap text-fg-2 inset-ring inset-ring-line-2 forced-colors:border";

interface RuleExampleProps {
  rule: Rule;
  /** The version of the open run. */
  runVersion: string | null;
}

export function RuleExample({ rule, runVersion }: RuleExampleProps) {
  const versions = EXAMPLE_VERSIONS.filter((one) => rule.versions?.includes(one) ?? true);
  const [chosen, choose] = useState<ExampleVersion | null>(null);
  const version =
    versions.find((one) => one === (chosen ?? runVersion)) ??
    (versions.includes(DEFAULT_VERSION) ? DEFAULT_VERSION : (versions.at(-1) ?? DEFAULT_VERSION));
  const { breaks, nearly, request, segments } = useMemo(
    () => createSides(rule, version),
    [rule, version],
  );
  return (
    <section className="mt-1 grid gap-2" aria-labelledby="rule-example">
      <header className="flex items-center justify-between gap-3">
        <h4 id="rule-example" className="text-13 font-semibold">
          Example
        </h4>
        <SegmentedControl
          label="Example version"
          options={versions.map((value) => ({ value, label: value }))}
          value={version}
          onChange={choose}
        />
      </header>
      {request !== "" && (
        <details>
          <summary className="text-12/5 text-fg-2">Request</summary>
          <pre className={cx(TEXT, "mt-1.5")}>{request}</pre>
        </details>
      )}
      <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
        <ExampleSide title="Fails" name={`${rule.id} failing`} recording={breaks}>
          <HighlightedDiff segments={segments} omit="added" hue="error" />
        </ExampleSide>
        <ExampleSide title="Passes (near miss)" name={`${rule.id} passing`} recording={nearly}>
          <HighlightedDiff segments={segments} omit="removed" hue="ok" />
        </ExampleSide>
      </div>
    </section>
  );
}

function createSides(rule: Rule, version: ExampleVersion) {
  const breaks = rule.breaks(createMessageFactory(version));
  const nearly = rule.nearly(createMessageFactory(version));
  const [broken, kept] = [formatExampleText(breaks), formatExampleText(nearly)];
  const isSameRequest = broken.request === kept.request;
  const whole = ({ request, rest }: typeof broken) =>
    isSameRequest ? rest : `${request}\n\n${rest}`;
  const { segments } = diffTexts(whole(broken), whole(kept));
  return { breaks, nearly, request: isSameRequest ? broken.request : "", segments };
}

/** Space shown above the first difference. */
const SCROLL_MARGIN_PX = 90;

interface ExampleSideProps {
  title: string;
  /** Name of the run when it is opened. */
  name: string;
  recording: RecordingBuilder;
  children: React.ReactNode;
}

function ExampleSide({ title, name, recording, children }: ExampleSideProps) {
  const { actions, view, standsAlone } = useAppContext();
  const text = useRef<HTMLElement>(null);
  // Scrolls to the first difference.
  useEffect(() => {
    const first = recording.records.length > 0 && text.current?.querySelector("mark");
    if (first && text.current) text.current.scrollTop = first.offsetTop - SCROLL_MARGIN_PX;
  }, [recording]);
  const open = () => {
    const lines = [...writeExport(loupeLog, recording.records, { name, by: "loupe" })];
    view.setState({ openRule: null });
    actions.openExample(new File(lines, `${name}.jsonl`, { type: loupeLog.mediaType }));
  };
  return (
    <figure className="flex min-w-0 flex-col" aria-label={title}>
      <figcaption className="flex min-h-7.5 items-center justify-between gap-2 text-12/5">
        <b className="font-medium">{title}</b>
        {!standsAlone && (
          <Button variant="outline" size={24} aria-label={`Open as run: ${name}`} onClick={open}>
            Open as run
          </Button>
        )}
      </figcaption>
      <section
        ref={text}
        className={cx(TEXT, "flex-1")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={`${title}: recording`}
      >
        {children}
      </section>
    </figure>
  );
}

function HighlightedDiff({
  segments,
  omit,
  hue,
}: {
  segments: readonly DiffSegment[];
  omit: DiffSegment["kind"];
  hue: Hue;
}) {
  return segments
    .filter(({ kind }) => kind !== omit)
    .map(({ kind, text }, index) => {
      const key = String(index);
      return kind === "same" ? (
        <span key={key}>{text}</span>
      ) : (
        <mark key={key} data-hue={hue} className="rounded-[2px] bg-tint-2 text-fg-1">
          {text}
        </mark>
      );
    });
}

interface ExampleText {
  /** The first request. */
  readonly request: string;
  /** Everything after it. */
  readonly rest: string;
}

/** Default time between records. Longer pauses are shown. */
const STEP_MS = 10;

/**
 * Formats the example of a rule as readable text, record by record. Only white space is added:
 * duplicate members and odd spellings are kept.
 */
export function formatExampleText({ records }: Pick<RecordingBuilder, "records">): ExampleText {
  const first = records[0]?.r === "open" ? 1 : 0;
  let time = getRecordTime(records[first - 1]);
  let rest = "";
  for (const record of records.slice(first)) {
    const waited = getRecordTime(record) - time;
    time = getRecordTime(record);
    if (rest !== "" && !rest.endsWith("\n")) rest += "\n";
    if (waited > STEP_MS) rest += `(after ${formatDuration(waited)})\n`;
    rest += formatRecord(record);
  }
  const request = records.slice(0, first).map(formatRecord).join("");
  return { request: request.trimEnd(), rest: rest.trimEnd() };
}

function getRecordTime(record: WireRecord | undefined): number {
  return record && "t" in record && typeof record.t === "number" ? record.t : 0;
}

function formatRecord(record: WireRecord): string {
  switch (record.r) {
    case "open": {
      const body = record.body === undefined ? "" : `${formatReadable(record.body)}\n`;
      return `→ ${record.method} ${record.url}\n${formatHeaderLines(record.headers)}\n${body}`;
    }
    case "head":
      return `← ${record.status}\n${formatHeaderLines(record.headers)}\n`;
    case "data":
      return record.text === undefined
        ? `${formatHexBytes(record.b64 ?? "")}\n`
        : formatReadable(record.text);
    case "end":
      return `■ ${record.cause}${record.error ? `: ${record.error.message}` : ""}\n${formatHeaderLines(record.trailers ?? [])}`;
    default:
      return "";
  }
}

function formatHeaderLines(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}\n`).join("");
}

/** Indents the JSON in a body or in the fields of an SSE event. */
function formatReadable(text: string): string {
  const lines = isJson(text)
    ? formatJson(text, 0)
    : text.replace(/^(data: ?)(.*)$/gm, formatSseField);
  return showControlCharacters(lines);
}

function formatSseField(line: string, name: string, value: string): string {
  return isJson(value) ? `${name}${formatJson(value, 0)}` : line;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** First code point of the Unicode control pictures. */
const CONTROL_PICTURES_START = 0x2400;

function showControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0);
    const isLaidOut = control === "\n" || control === "\t";
    return isLaidOut || code >= 0x20 ? control : String.fromCharCode(CONTROL_PICTURES_START + code);
  });
}

function formatHexBytes(base64: string): string {
  const bytes = [...decodeBase64(base64)].map((byte) => byte.toString(16).padStart(2, "0"));
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) rows.push(bytes.slice(at, at + 16).join(" "));
  return rows.join("\n");
}
