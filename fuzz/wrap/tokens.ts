/** A recorded stream of tokens, most of them of the same shape, with other events between. */

import { drawArtifactName, drawMetadata, drawText } from "../grammar/dialects.ts";
import { ODD_TEXTS } from "../grammar/json.ts";
import type { RandomSource } from "../random-source.ts";

type TokenMembers = Readonly<Record<string, unknown>>;

const BETWEEN: readonly [string, ...string[]] = [
  ": ping\n\n",
  "data: {",
  "\r",
  "\r\n",
  "\n",
  "\uFEFF",
  "event: error\n",
  'data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"broke"}}\n\n',
];

const WORDS: readonly [string, ...string[]] = ["a", " token", " of", " Grüße", " 🌍", ""];

function drawWord(draw: RandomSource): string {
  if (draw.isLucky(0.85)) return draw.pickOne(WORDS);
  return draw.isLucky(0.5) ? drawText(draw) : draw.pickOne(ODD_TEXTS);
}

export function createTokenLog(draw: RandomSource): string {
  let t = 0;
  const lines: TokenMembers[] = [
    { r: "loupe", version: 1, id: "a", at: "2026-11-20T16:41:24.309Z", by: "test" },
  ];
  for (const x of ["x1", "x2"]) {
    lines.push({ r: "open", x, t, method: "POST", url: "http://agent.example/", headers: [] });
    const type = draw.pickOne(["text/event-stream", "application/json", ""]);
    lines.push({ r: "head", x, t, status: 200, headers: [["content-type", type]] });
  }
  const counts = draw.isLucky(0.8);
  const add = (x: string, text: string) => {
    t += draw.below(40) / 4;
    lines.push({ r: "data", x, t, text, ...(counts && { n: Buffer.byteLength(text) }) });
  };
  for (let run = draw.between(1, 5); run > 0; run--) {
    const x = draw.pickOne(["x1", "x2", "x2", "nobody"]);
    const event = createTokenFormatter(draw);
    for (let i = draw.between(4, 24); i > 0; i--) {
      const text = event(drawWord(draw));
      const at = draw.isLucky(0.04) ? draw.below(text.length) : 0;
      if (at > 0) add(x, text.slice(0, at));
      add(x, text.slice(at));
      if (draw.isLucky(0.06)) add(x, draw.pickOne(BETWEEN));
    }
  }
  if (draw.isLucky(0.5)) lines.push({ r: "end", x: "x1", t, cause: "complete" });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Events that differ only in their text. */
function createTokenFormatter(draw: RandomSource): (text: string) => string {
  const isOf1 = draw.isLucky(0.5);
  const artifactId = draw.pickOne(["a", "b"]);
  const name = draw.isLucky(0.3) ? { name: drawArtifactName(draw) } : {};
  const about = draw.isLucky(0.2) ? { metadata: drawMetadata(draw) } : {};
  const append = draw.isLucky(0.8);
  const taskId = draw.pickOne(["t1", "t2"]);
  const id = draw.pickOne<unknown>([1, "1", null]);
  return (text) => {
    const part = isOf1 ? { text } : { kind: "text", text };
    const artifact = { artifactId, ...name, parts: [part], ...about };
    const update = { taskId, contextId: "c1", artifact, append };
    const result = isOf1 ? { artifactUpdate: update } : { kind: "artifact-update", ...update };
    return `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
  };
}
