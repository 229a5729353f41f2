/** A request as a Python program of its own, with nothing but the standard library. */

import { type CodeRequest, Hidden } from "./hidden.ts";
import { literal, PYTHON, sameJson } from "./literal.ts";

export function toPython(request: CodeRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new Hidden(request, discloses);
  const write = (value: unknown) => literal(value, PYTHON, hidden);
  const json = body === undefined ? null : sameJson(body);
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
    ...(hidden.used.length > 0 ? ["import os"] : []),
    "import sys",
    "import urllib.error",
    "import urllib.request",
  ];
  const head = ["# Python 3.8 or newer: python3 request.py", ...set(hidden), ...imports];
  return [...head, "", ...lines, ""].join("\n");
}

const AS_JSON = 'json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()';

/** Which variables hold what was left out. */
export function set({ used }: Hidden): string[] {
  return used.length === 0 ? [] : [`# Set ${used.join(", ")} to what was left out here.`];
}
