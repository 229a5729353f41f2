/**
 * Imports HTTP messages: captures, and output of `curl -i`.
 *
 *     curl -sNi -d @request.json https://agent.example/ > run.http && loupe inspect run.http
 */

import { HttpCapture } from "../http-capture/http-capture.ts";
import type { Importer } from "../importer.ts";

const START_LINE = /HTTP\/\d(?:\.\d)? \d{3}(?: |\r?\n)|[A-Z]{3,20} \S+ HTTP\/\d(?:\.\d)?\r?\n/;

export const http: Importer = {
  id: "http",
  label: "HTTP capture",
  sniff: (start) => new RegExp(`^\\s*(?:${START_LINE.source})`).test(start),
  start: (sink) => new HttpCapture(sink),
};

/** HTTP messages after other text, as copied from a terminal. */
export const httpWithNoise: Importer = {
  ...http,
  sniff: (start) => new RegExp(`\\n(?:${START_LINE.source})`).test(start),
};
