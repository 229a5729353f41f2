// One hexdump row: offset, bytes, field name and value.
import type { HexdumpRow } from "../../lib/timeline/protobuf-hexdump.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import "./bytes.css";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { WIRE_HIT } from "../ui/wire-line.tsx";

interface HexdumpRowViewProps {
  row: HexdumpRow;
  /** The frame of the row as a binary string, one character per byte. */
  frame: string;
  /** Offset of the frame in its body. */
  base: number;
  /** The number of the frame, if it begins in this row. */
  note?: string | undefined;
  washed?: boolean;
  /** The bytes to mark, as offsets in the frame. */
  hits: readonly TextRange[];
}

const MAX_INDENT_LEVELS = 8;

export function HexdumpRowView({ row, frame, base, note, washed, hits }: HexdumpRowViewProps) {
  const { from, to, lead, kind, name, depth, says } = row;
  const isHit = (at: number) => hits.some((hit) => hit.from <= at && at < hit.to);
  const content = from + lead;
  return (
    <div className="byte-line" data-kind={kind} data-washed={washed || undefined}>
      <span className="byte-offset">{`0x${(base + from).toString(16).padStart(5, "0")}`}</span>
      <span className="byte-note">{note && boundText(note)}</span>
      <span className="byte-hex">
        {kind === "left-out" ? "…" : createCells(frame, from, to, content, isHit)}
      </span>
      <span
        className="byte-words"
        style={{ paddingLeft: Math.min(depth, MAX_INDENT_LEVELS) * INDENT_PX }}
      >
        {name !== null && <span className="byte-name">{boundText(name)}</span>}{" "}
        {isHit(content) ? (
          <mark className={cx(WIRE_HIT, "byte-says")}>{boundMarks(says)}</mark>
        ) : (
          <span className="byte-says" dir="auto">
            {boundMarks(says)}
          </span>
        )}
      </span>
    </div>
  );
}

const INDENT_PX = 10;

/** Groups the bytes by appearance: length prefix, plain content and marked content. */
function createCells(
  frame: string,
  from: number,
  to: number,
  content: number,
  isHit: (at: number) => boolean,
) {
  const runs: { at: number; kind: "lead" | "hit" | "plain"; bytes: string[] }[] = [];
  for (let at = from; at < to; at++) {
    const kind = at < content ? "lead" : isHit(at) ? "hit" : "plain";
    const byte = frame.charCodeAt(at).toString(16).padStart(2, "0");
    const last = runs[runs.length - 1];
    if (last?.kind === kind) last.bytes.push(byte);
    else runs.push({ at, kind, bytes: [byte] });
  }
  return runs.flatMap(({ at, kind, bytes }, i) => [
    i > 0 && " ",
    kind === "hit" ? (
      <mark key={at} className={WIRE_HIT}>
        {bytes.join(" ")}
      </mark>
    ) : (
      <span key={at} className={kind === "lead" ? "byte-lead" : undefined}>
        {bytes.join(" ")}
      </span>
    ),
  ]);
}
