"use client";
// Page of a rule: message, effect on clients, how to fix it, and an example.
import { EXAMPLE_VERSIONS } from "../../lib/lint/examples/message-factory.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getExchangeVersion } from "../../lib/timeline/timeline-queries.ts";
import { ExplanationView } from "../problems/explanation-view.tsx";
import { MuteMenu, useMuteDescription } from "../problems/mute-menu.tsx";
import { formatHeading, SEVERITY_META } from "../problems/severity-meta.ts";
import { useRun } from "../session.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Tag } from "../ui/tag.tsx";
import { RuleExample } from "./rule-example.tsx";

export function RulePage({ rule }: { rule: Rule }) {
  const timeline = useRun((run) => run.timeline);
  const mutedWhere = useMuteDescription(rule.id);
  const { hue, icon, label } = SEVERITY_META[rule.severity];
  return (
    <article className="grid gap-3" aria-labelledby="rule-title">
      <header className="flex flex-wrap items-center gap-2">
        <Tag hue={hue} icon={icon}>
          {label}
        </Tag>
        <h3 id="rule-title" className="text-18 font-[640]" tabIndex={-1}>
          {formatHeading(rule.title)}
        </h3>
        <code className="font-mono text-12/5 text-fg-3">{rule.id}</code>
        <CopyButton text={rule.id} what="rule name" size={24} />
        <span className="ml-auto flex items-center gap-1.5 text-12/5 text-fg-3">
          {mutedWhere !== "" && <span>{mutedWhere}</span>}
          <MuteMenu rule={rule.id} />
        </span>
      </header>
      <p className="max-w-[80ch]">{rule.message}</p>
      <ExplanationView
        rule={rule.id}
        spec={rule.spec}
        spacious
        versions={(rule.versions ?? EXAMPLE_VERSIONS).join(", ")}
      />
      <RuleExample key={rule.id} rule={rule} runVersion={findRunVersion(timeline)} />
    </article>
  );
}

function findRunVersion(timeline: Timeline): string | null {
  const exchange = timeline.exchanges.find(({ events }) => events.count > 0);
  return exchange ? getExchangeVersion(timeline, exchange, timeline.lastEvent).version : null;
}
