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
import { SegmentedControl } from "../ui/segmented.tsx";
import { formatExampleText } from "./example-text.ts";

/** The most common version. */
const DEFAULT_VERSION: ExampleVersion = "1.0";

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
    <section className="rule-example" aria-labelledby="rule-example">
      <header>
        <h4 id="rule-example">Example</h4>
        <SegmentedControl
          label="Example version"
          options={versions.map((value) => ({ value, label: value }))}
          value={version}
          onChange={choose}
        />
      </header>
      {request !== "" && (
        <details>
          <summary>Request</summary>
          <pre className="rule-text mono">{request}</pre>
        </details>
      )}
      <div className="rule-sides">
        <ExampleSide title="Fails" name={`${rule.id} failing`} recording={breaks}>
          <HighlightedDiff segments={segments} omit="added" />
        </ExampleSide>
        <ExampleSide title="Passes (near miss)" name={`${rule.id} passing`} recording={nearly}>
          <HighlightedDiff segments={segments} omit="removed" />
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
    <figure className="rule-side" aria-label={title}>
      <figcaption>
        <b>{title}</b>
        {!standsAlone && (
          <Button variant="outline" size={24} aria-label={`Open as run: ${name}`} onClick={open}>
            Open as run
          </Button>
        )}
      </figcaption>
      <section
        ref={text}
        className="rule-text mono"
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
}: {
  segments: readonly DiffSegment[];
  omit: DiffSegment["kind"];
}) {
  return segments
    .filter(({ kind }) => kind !== omit)
    .map(({ kind, text }, index) => {
      const key = String(index);
      return kind === "same" ? <span key={key}>{text}</span> : <mark key={key}>{text}</mark>;
    });
}
