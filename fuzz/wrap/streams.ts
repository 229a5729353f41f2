/** A conversation as a response body alone: event streams, JSON Lines, arrays, grpcurl. */

import type { FuzzConversation } from "../grammar/conversation.ts";
import type { RandomSource } from "../random-source.ts";

const ENDS = ["\n", "\n", "\n", "\r\n", "\r"] as const;

const getResponses = ({ messages }: FuzzConversation) =>
  messages.filter(({ direction }) => direction === "response");

export function wrapInEventStream(draw: RandomSource, conversation: FuzzConversation): string {
  const isMixed = draw.isLucky(0.1);
  const end = draw.pickOne([...ENDS]);
  const nl = () => (isMixed ? draw.pickOne([...ENDS]) : end);
  let text = draw.isLucky(0.1) ? "\uFEFF" : "";
  for (const { json } of getResponses(conversation)) {
    while (draw.isLucky(0.15)) text += drawStrayLine(draw) + nl();
    const field = draw.isLucky(0.9)
      ? "data: "
      : draw.pickOne(["data:", "data", " data: ", "data:  "]);
    const lines = draw.isLucky(0.1) ? json.split(/(?<=,)/) : json.split("\n");
    text += lines.map((line) => field + line + nl()).join("") + nl();
  }
  return draw.isLucky(0.1) ? text.slice(0, -draw.small(60)) : text;
}

function drawStrayLine(draw: RandomSource): string {
  return draw.pickOne([
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

export function wrapInLines(draw: RandomSource, { messages }: FuzzConversation): string {
  const end = draw.pickOne(["\n", "\n", "\r\n", "", "\n\n", "\u2028\n"]);
  return messages.map(({ json }) => json + end).join("");
}

export function wrapInArray(draw: RandomSource, { messages }: FuzzConversation): string {
  const between = draw.pickOne([",", ",\n", " , ", ",,"]);
  return `[${messages.map(({ json }) => json).join(between)}${draw.isLucky(0.9) ? "]" : ""}`;
}

/** A single response, as saved from `tasks/get`. */
export const pickSingleMessage = (draw: RandomSource, { messages }: FuzzConversation): string =>
  messages[draw.below(messages.length)]?.json ?? "";

export function wrapInGrpcurl(draw: RandomSource, conversation: FuzzConversation): string {
  const contents = getResponses(conversation).flatMap(({ json }) => [
    "",
    "Response contents:",
    json,
  ]);
  const ending = draw.isLucky(0.3)
    ? ["ERROR:", `  Code: ${draw.pickOne(["NotFound", "__proto__", "99"])}`, "  Message: gone"]
    : ["Response trailers received:", "(empty)", "Sent 1 request and received 3 responses"];
  if (draw.isLucky(0.3))
    return getResponses(conversation)
      .map(({ json }) => `${json}\n`)
      .join("");
  return [
    "",
    "Resolved method descriptor:",
    "rpc SendStreamingMessage ( .lf.a2a.v1.SendMessageRequest ) returns ( stream .lf.a2a.v1.StreamResponse );",
    "",
    "Request metadata to send:",
    draw.pickOne(["a2a-version: 1.0", "(empty)", ":", "x"]),
    "",
    "Response headers received:",
    "content-type: application/grpc",
    ...contents,
    "",
    ...ending,
    "",
  ].join("\n");
}
