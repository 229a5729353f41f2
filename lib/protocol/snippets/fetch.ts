/** Formats a request as a complete JavaScript program that uses only `fetch`. */

import { formatLiteral, JAVASCRIPT, parseRoundTripJson, toHeaderObject } from "./literals.ts";
import { SecretPlaceholders, type SnippetRequest } from "./secret-placeholders.ts";

export function toFetch(request: SnippetRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new SecretPlaceholders(request, discloses);
  const write = (value: unknown, indent = "  ") => formatLiteral(value, JAVASCRIPT, hidden, indent);
  const json = body === undefined ? null : parseRoundTripJson(body);
  const bodyLine =
    body === undefined
      ? []
      : [`  body: ${json ? `JSON.stringify(${write(json.value)})` : write(body)},`];
  const call = [
    `const response = await fetch(${write(url, "")}, {`,
    `  method: ${write(method)},`,
    `  headers: ${write(toHeaderObject(headers) ?? headers)},`,
    ...bodyLine,
    "});",
    "console.error(response.status, response.statusText);",
    "for await (const text of response.body.pipeThrough(new TextDecoderStream())) {",
    "  process.stdout.write(text);",
    "}",
  ];
  return [
    "// Node.js 18 or newer: node request.mjs",
    ...formatVariableCheck(hidden),
    "",
    ...call,
    "",
  ].join("\n");
}

/** Makes a program without its secrets stop, so that nothing is sent in their place. */
export function formatVariableCheck({ usedVariables }: SecretPlaceholders): string[] {
  if (usedVariables.length === 0) return [];
  return [
    `for (const name of ${JSON.stringify(usedVariables)}) {`,
    '  if (!process.env[name]) throw new Error("Set " + name + " to the value omitted here");',
    "}",
  ];
}
