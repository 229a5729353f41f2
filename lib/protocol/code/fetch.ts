/** A request as a JavaScript program of its own, with nothing but `fetch`. */

import { type CodeRequest, Hidden } from "./hidden.ts";
import { headerObject, JAVASCRIPT, literal, sameJson } from "./literal.ts";

export function toFetch(request: CodeRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new Hidden(request, discloses);
  const write = (value: unknown, indent = "  ") => literal(value, JAVASCRIPT, hidden, indent);
  const json = body === undefined ? null : sameJson(body);
  const bodyLine =
    body === undefined
      ? []
      : [`  body: ${json ? `JSON.stringify(${write(json.value)})` : write(body)},`];
  const call = [
    `const response = await fetch(${write(url, "")}, {`,
    `  method: ${write(method)},`,
    `  headers: ${write(headerObject(headers) ?? headers)},`,
    ...bodyLine,
    "});",
    "console.error(response.status, response.statusText);",
    "for await (const text of response.body.pipeThrough(new TextDecoderStream())) {",
    "  process.stdout.write(text);",
    "}",
  ];
  return ["// Node.js 18 or newer: node request.mjs", ...needed(hidden), "", ...call, ""].join(
    "\n",
  );
}

/** A program without its secrets says so, instead of sending nothing in their place. */
export function needed({ used }: Hidden): string[] {
  if (used.length === 0) return [];
  return [
    `for (const name of ${JSON.stringify(used)}) {`,
    '  if (!process.env[name]) throw new Error("Set " + name + " to what was left out here");',
    "}",
  ];
}
