/** A talk as an answer's body alone: event streams, lines, arrays, grpcurl. */

import type { Draw } from "../draw.ts";
import type { Talk } from "../grammar/talk.ts";

const ENDS = ["\n", "\n", "\n", "\r\n", "\r"] as const;

const answersOf = ({ said }: Talk) => said.filter(({ direction }) => direction === "response");

export function eventStream(draw: Draw, talk: Talk): string {
  const isMixed = draw.isLucky(0.1);
  const end = draw.pick([...ENDS]);
  const nl = () => (isMixed ? draw.pick([...ENDS]) : end);
  let text = draw.isLucky(0.1) ? "\uFEFF" : "";
  for (const { json } of answersOf(talk)) {
    while (draw.isLucky(0.15)) text += beside(draw) + nl();
    const field = draw.isLucky(0.9) ? "data: " : draw.pick(["data:", "data", " data: ", "data:  "]);
    const lines = draw.isLucky(0.1) ? json.split(/(?<=,)/) : json.split("\n");
    text += lines.map((line) => field + line + nl()).join("") + nl();
  }
  return draw.isLucky(0.1) ? text.slice(0, -draw.small(60)) : text;
}

function beside(draw: Draw): string {
  return draw.pick([
    ": keep-alive",
    ":",
    "event: message",
    "event: __proto__",
    "id: 7",
    "id: \u0000",
    "retry: 99999999999999999999",
    "data",
    "data:",
    "nothing: at all",
    "\u001e",
    "",
  ]);
}

export function lines(draw: Draw, { said }: Talk): string {
  const end = draw.pick(["\n", "\n", "\r\n", "", "\n\n", "\u2028\n"]);
  return said.map(({ json }) => json + end).join("");
}

export function array(draw: Draw, { said }: Talk): string {
  const between = draw.pick([",", ",\n", " , ", ",,"]);
  return `[${said.map(({ json }) => json).join(between)}${draw.isLucky(0.9) ? "]" : ""}`;
}

/** One answer by itself, as it is saved of `tasks/get`. */
export const single = (draw: Draw, { said }: Talk): string =>
  said[draw.below(said.length)]?.json ?? "";

export function grpcurl(draw: Draw, talk: Talk): string {
  const contents = answersOf(talk).flatMap(({ json }) => ["", "Response contents:", json]);
  const ending = draw.isLucky(0.3)
    ? ["ERROR:", `  Code: ${draw.pick(["NotFound", "__proto__", "99"])}`, "  Message: gone"]
    : ["Response trailers received:", "(empty)", "Sent 1 request and received 3 responses"];
  if (draw.isLucky(0.3))
    return answersOf(talk)
      .map(({ json }) => `${json}\n`)
      .join("");
  return [
    "",
    "Resolved method descriptor:",
    "rpc SendStreamingMessage ( .lf.a2a.v1.SendMessageRequest ) returns ( stream .lf.a2a.v1.StreamResponse );",
    "",
    "Request metadata to send:",
    draw.pick(["a2a-version: 1.0", "(empty)", ":", "x"]),
    "",
    "Response headers received:",
    "content-type: application/grpc",
    ...contents,
    "",
    ...ending,
    "",
  ].join("\n");
}
