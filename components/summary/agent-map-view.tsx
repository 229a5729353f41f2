"use client";
// Map of the agents of a run: who called whom, how often, how long, and how it ended. An agent or an arrow
// filters the rows. On narrow screens it is a list.
import { type CSSProperties, Fragment, useId, useRef } from "react";
import type { AgentEdge, AgentMap, AgentNode } from "../../lib/report/hops/agent-map.ts";
import type { CallPattern } from "../../lib/timeline/hops/call-ends.ts";
import { useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { useMedia, useWidth } from "../ui/use-media.ts";
import {
  layOutMap,
  type MapLayout,
  NODE_HEIGHT,
  type PlacedEdge,
  type PlacedNode,
} from "./map-layout.ts";

export function AgentMapView({ map }: { map: AgentMap }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isPhone = useMedia("(max-width: 760px)");
  // An arrow alone says no more than its call. The box stays, because its width is observed.
  const isShown = map.edges.length > 1;
  const layout = !isShown || isPhone || width === 0 ? null : layOutMap(map, width, measureLabel);
  return (
    <div
      ref={box}
      {...(isShown && { role: "group", "aria-label": "Map of agents" })}
      className={isShown ? "relative mt-1 mb-2" : undefined}
    >
      {layout && <Drawing map={map} layout={layout} />}
      {isShown && !layout && <EdgeList map={map} />}
    </div>
  );
}

const DASHES = { recorded: undefined, inferred: "4 3", "by-hand": "1.5 3.5" } as const;
const KNOWN = { recorded: "", inferred: ", inferred", "by-hand": ", decided by hand" } as const;
const BUTTON =
  "absolute rounded-2 border bg-bg-1 px-2 text-center hover:bg-bg-2 aria-pressed:border-accent aria-pressed:bg-bg-3 forced-colors:aria-pressed:border-[Highlight]";
const NODE = `${BUTTON} top-(--y) left-(--x) w-(--w) border-line-3 text-12/4.5 text-fg-1`;
const EDGE = `${BUTTON} top-(--y) left-(--x) -translate-x-1/2 -translate-y-1/2 border-transparent px-1 text-11/4.5 whitespace-nowrap text-fg-2`;

function Drawing({ map, layout }: { map: AgentMap; layout: MapLayout }) {
  const arrow = useId();
  return (
    <div className="relative" style={{ height: layout.height }}>
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className="fill-fg-3" />
          </marker>
        </defs>
        {layout.edges.map(({ edge, path }) => (
          <path
            key={`${edge.from} ${edge.to}`}
            d={path}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray={DASHES[edge.known]}
            data-hue={getHue(edge)}
            className="stroke-hue"
            markerEnd={`url(#${arrow})`}
          />
        ))}
      </svg>
      {layout.nodes.map((placed) => (
        <NodeButton key={placed.node.key} placed={placed} />
      ))}
      {layout.edges.map((placed) => (
        <EdgeButton key={`${placed.edge.from} ${placed.edge.to}`} placed={placed} map={map} />
      ))}
    </div>
  );
}

function NodeButton({ placed: { node, x, y, width } }: { placed: PlacedNode }) {
  const filter = useCallFilter(getPattern(node));
  const style = { "--x": `${x}px`, "--y": `${y}px`, "--w": `${width}px`, height: NODE_HEIGHT };
  return (
    <button
      type="button"
      data-part="agent"
      className={NODE}
      style={style as CSSProperties}
      title={describeNode(node)}
      aria-label={describeNode(node)}
      aria-pressed={filter.isOn}
      onClick={filter.toggle}
    >
      <span className="block truncate font-medium" dir="auto">
        {boundText(node.name)}
      </span>
      <span className="block truncate text-11/4 text-fg-3">{formatWork(node)}</span>
    </button>
  );
}

function EdgeButton({ placed: { edge, x, y }, map }: { placed: PlacedEdge; map: AgentMap }) {
  const filter = useCallFilter({ from: edge.from, to: edge.to });
  const label = describeEdge(edge, map);
  return (
    <button
      type="button"
      data-part="edge"
      data-hue={getHue(edge)}
      className={EDGE}
      style={{ "--x": `${x}px`, "--y": `${y}px` } as CSSProperties}
      title={label}
      aria-label={label}
      aria-pressed={filter.isOn}
      onClick={filter.toggle}
    >
      <EdgeFacts edge={edge} />
    </button>
  );
}

/** `2× · 2.5 s · 1 failed` */
function EdgeFacts({ edge }: { edge: AgentEdge }) {
  return getEdgeFacts(edge).map(({ text, isFailure }, i) => (
    <Fragment key={text}>
      {i > 0 && " · "}
      {isFailure ? <b className="font-medium text-hue">{text}</b> : text}
    </Fragment>
  ));
}

function getEdgeFacts({ calls, totalMs, failed, running }: AgentEdge) {
  return [
    { text: `${formatCount(calls)}×`, isFailure: false },
    ...(totalMs > 0 ? [{ text: formatDuration(totalMs), isFailure: false }] : []),
    ...(failed > 0 ? [{ text: `${formatCount(failed)} failed`, isFailure: true }] : []),
    ...(running > 0 ? [{ text: `${formatCount(running)} running`, isFailure: false }] : []),
  ];
}

const CHARACTER_PX = 6.2;
/** With the border. */
const LABEL_PADDING_PX = 10;

function measureLabel(edge: AgentEdge): number {
  const text = getEdgeFacts(edge).map((fact) => fact.text);
  return text.join(" · ").length * CHARACTER_PX + LABEL_PADDING_PX;
}

function EdgeList({ map }: { map: AgentMap }) {
  return (
    <ul>
      {map.edges.map((edge) => (
        <li key={`${edge.from} ${edge.to}`}>
          <EdgeLine edge={edge} map={map} />
        </li>
      ))}
    </ul>
  );
}

function EdgeLine({ edge, map }: { edge: AgentEdge; map: AgentMap }) {
  const filter = useCallFilter({ from: edge.from, to: edge.to });
  return (
    <button
      type="button"
      data-part="edge"
      data-hue={getHue(edge)}
      className="flex min-h-7 w-full items-center gap-2 mb-1 border-s-3 border-hue ps-2 text-left text-12/5 text-fg-2 aria-pressed:bg-accent-bg pointer-coarse:min-h-11"
      aria-pressed={filter.isOn}
      aria-label={describeEdge(edge, map)}
      onClick={filter.toggle}
    >
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {boundText(findName(map, edge.from))} → {boundText(findName(map, edge.to))}
      </span>
      <span className="flex-none">
        <EdgeFacts edge={edge} />
      </span>
    </button>
  );
}

function formatWork({ calls, running, workMs }: AgentNode): string {
  if (calls === 0) return "caller";
  return running === calls ? "running" : `${formatDuration(workMs)} work`;
}

/** An agent stands for the calls to it, and who is called by nobody for the calls by it. */
const getPattern = ({ key, calls }: AgentNode): CallPattern =>
  calls > 0 ? { from: null, to: key } : { from: key, to: null };

function useCallFilter(pattern: CallPattern): { isOn: boolean; toggle: () => void } {
  const { view } = useSession();
  const calls = useView(({ filter }) => filter.calls);
  const isOn = calls !== null && calls.from === pattern.from && calls.to === pattern.to;
  return {
    isOn,
    toggle: () =>
      view.setState(({ filter }) => ({ filter: { ...filter, calls: isOn ? null : pattern } })),
  };
}

const getHue = ({ failed, running }: Pick<AgentEdge, "failed" | "running">): Hue =>
  failed > 0 ? "error" : running > 0 ? "accent" : "ok";

const findName = ({ nodes }: AgentMap, key: string): string =>
  nodes.find((node) => node.key === key)?.name ?? key;

function describeNode({ name, calls, failed, running, workMs }: AgentNode): string {
  if (calls === 0) return `${name}: show the calls by it`;
  const ends = describeEnds(failed, running);
  return `${name}: called ${formatQuantity(calls, "time")}${ends}, ${formatDuration(workMs)} of work`;
}

function describeEdge(edge: AgentEdge, map: AgentMap): string {
  const { from, to, calls, failed, running, totalMs, known } = edge;
  const facts = `${formatQuantity(calls, "call")}, ${formatDuration(totalMs)}${describeEnds(failed, running)}`;
  return `${findName(map, from)} calls ${findName(map, to)}: ${facts}${KNOWN[known]}`;
}

function describeEnds(failed: number, running: number): string {
  const parts = [
    failed > 0 && `${formatCount(failed)} failed`,
    running > 0 && `${formatCount(running)} running`,
  ].filter(Boolean);
  return parts.map((part) => `, ${part}`).join("");
}
