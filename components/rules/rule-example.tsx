"use client";
// Example of a rule in one protocol version: a recording that violates it beside one that just passes.
// Both can be opened as runs.
import { useEffect, useMemo, useRef, useState } from "react";
import { writeExport } from "../../lib/export/exporter.ts";
import { loupeLog } from "../../lib/export/loupe-log.ts";
import {
  createMessageFactory,
  EXAMPLE_VERSIONS,
  type ExampleVersion,
} from "../../lib/lint/examples/message-factory.ts";
import type { RecordingBuilder } from "../../lib/lint/examples/recording-builder.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import { SegmentedControl } from "../ui/segmented.tsx";
import { formatExampleText } from "./example-text.ts";

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
    actions.openFile(new File(lines, `${name}.jsonl`, { type: loupeLog.mediaType }));
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
