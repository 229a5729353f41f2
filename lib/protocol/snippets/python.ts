/** Formats a request as a complete Python program that uses only the standard library. */

import { formatLiteral, PYTHON, parseRoundTripJson } from "./literals.ts";
import { SecretPlaceholders, type SnippetRequest } from "./secret-placeholders.ts";

export function toPython(request: SnippetRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new SecretPlaceholders(request, discloses);
  const write = (value: unknown) => formatLiteral(value, PYTHON, hidden);
  const json = body === undefined ? null : parseRoundTripJson(body);
  const lines = [
    ...(body === undefined ? [] : [`body = ${write(json ? json.value : body)}`]),
    `request = urllib.request.Request(${write(url)}, method=${write(method)})`,
    ...headers.map(([name, value]) => `request.add_header(${write(name)}, ${write(value)})`),
    ...(body === undefined ? [] : [`request.data = ${json ? AS_JSON : "body.encode()"}`]),
    "try:",
    "  response = urllib.request.urlopen(request)",
    "except urllib.error.HTTPError as error:",
    "  response = error",
    "print(response.status, response.reason, file=sys.stderr)",
    "for line in response:",
    "  sys.stdout.buffer.write(line)",
    "  sys.stdout.buffer.flush()",
  ];
  const imports = [
    ...(json ? ["import json"] : []),
    ...(hidden.usedVariables.length > 0 ? ["import os"] : []),
    "import sys",
    "import urllib.error",
    "import urllib.request",
  ];
  const head = [
    "# Python 3.8 or newer: python3 request.py",
    ...formatVariableComment(hidden),
    ...imports,
  ];
  return [...head, "", ...lines, ""].join("\n");
}

const AS_JSON = 'json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()';

/** A comment that lists the variables for omitted secrets. */
export function formatVariableComment({ usedVariables }: SecretPlaceholders): string[] {
  return usedVariables.length === 0
    ? []
    : [`# Set ${usedVariables.join(", ")} to the values omitted here.`];
}
