"use client";
// The example of a rule in one version of the protocol: what breaks it, and beside it what nearly
// does. Either can be opened as a run.
import { useEffect, useMemo, useRef, useState } from "react";
import { writeExport } from "../../lib/export/exporter.ts";
import { loupeLog } from "../../lib/export/loupe-log.ts";
import type { Example } from "../../lib/lint/examples/example.ts";
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

/** What most agents speak. */
const DEFAULT_VERSION: ExampleVersion = "1.0";

interface RuleExampleProps {
  rule: Rule;
  example: Example;
  /** The version of the open run. */
  spoken: string | null;
}

export function RuleExample({ rule, example, spoken }: RuleExampleProps) {
  const versions = EXAMPLE_VERSIONS.filter((one) => rule.versions?.includes(one) ?? true);
  const [chosen, choose] = useState<ExampleVersion | null>(null);
  const version =
    versions.find((one) => one === (chosen ?? spoken)) ??
    (versions.includes(DEFAULT_VERSION) ? DEFAULT_VERSION : (versions.at(-1) ?? DEFAULT_VERSION));
  const {
    breaks,
    keeps,
    asked,
    pieces: segments,
  } = useMemo(() => createSides(example, version), [example, version]);
  return (
    <section className="rule-example" aria-labelledby="rule-example">
      <header>
        <h4 id="rule-example">Example</h4>
        <SegmentedControl
          label="Version of the example"
          options={versions.map((value) => ({ value, label: value }))}
          value={version}
          onChange={choose}
        />
      </header>
      {asked !== "" && (
        <details>
          <summary>What was asked</summary>
          <pre className="rule-text mono">{asked}</pre>
        </details>
      )}
      <div className="rule-sides">
        <ExampleSide title="Breaks the rule" name={`${rule.rule} broken`} scene={breaks}>
          <HighlightedDiff segments={segments} leaving="added" />
        </ExampleSide>
        <ExampleSide title="Keeps it, if barely" name={`${rule.rule} kept`} scene={keeps}>
          <HighlightedDiff segments={segments} leaving="removed" />
        </ExampleSide>
      </div>
    </section>
  );
}

function createSides(example: Example, version: ExampleVersion) {
  const breaks = example.breaks(createMessageFactory(version));
  const keeps = example.keeps(createMessageFactory(version));
  const [broken, kept] = [formatExampleText(breaks), formatExampleText(keeps)];
  const isSameRequest = broken.request === kept.request;
  const whole = ({ request, rest }: typeof broken) =>
    isSameRequest ? rest : `${request}\n\n${rest}`;
  const { segments } = diffTexts(whole(broken), whole(kept));
  return { breaks, keeps, asked: isSameRequest ? broken.request : "", pieces: segments };
}

/** So much of what comes before the first difference is shown. */
const SCROLL_MARGIN_PX = 90;

interface ExampleSideProps {
  title: string;
  /** What the run is called that is opened from it. */
  name: string;
  scene: RecordingBuilder;
  children: React.ReactNode;
}

function ExampleSide({ title, name, scene, children }: ExampleSideProps) {
  const { openFile, view, standsAlone } = useAppContext();
  const text = useRef<HTMLElement>(null);
  // What the two differ in is what there is to see.
  useEffect(() => {
    const first = scene.records.length > 0 && text.current?.querySelector("mark");
    if (first && text.current) text.current.scrollTop = first.offsetTop - SCROLL_MARGIN_PX;
  }, [scene]);
  const open = () => {
    const lines = [...writeExport(loupeLog, scene.records, { name, by: "loupe" })];
    view.setState({ openRule: null });
    void openFile(new File(lines, `${name}.jsonl`, { type: loupeLog.mediaType }));
  };
  return (
    <figure className="rule-side" aria-label={title}>
      <figcaption>
        <b>{title}</b>
        {!standsAlone && (
          <Button variant="outline" size={24} aria-label={`Open as a run: ${name}`} onClick={open}>
            Open as a run
          </Button>
        )}
      </figcaption>
      <section
        ref={text}
        className="rule-text mono"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={`${title}: what was sent`}
      >
        {children}
      </section>
    </figure>
  );
}

function HighlightedDiff({
  segments,
  leaving,
}: {
  segments: readonly DiffSegment[];
  leaving: DiffSegment["kind"];
}) {
  return segments
    .filter(({ kind }) => kind !== leaving)
    .map(({ kind, text }, index) => {
      const key = String(index);
      return kind === "same" ? <span key={key}>{text}</span> : <mark key={key}>{text}</mark>;
    });
}
