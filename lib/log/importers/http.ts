/** HTTP messages as they stand on the wire: captures, and what `curl -i` prints. */

import { HttpCapture } from "../http-capture/http-capture.ts";
import type { Importer } from "../importer.ts";

const START_LINE = /HTTP\/\d(?:\.\d)? \d{3}(?: |\r?\n)|[A-Z]{3,20} \S+ HTTP\/\d(?:\.\d)?\r?\n/;

export const http: Importer = {
  id: "http",
  label: "HTTP capture",
  sniff: (start) => new RegExp(`^\\s*(?:${START_LINE.source})`).test(start),
  start: (sink) => new HttpCapture(sink),
};

/** After other text, as a terminal has it. */
export const httpWithNoise: Importer = {
  ...http,
  sniff: (start) => new RegExp(`\\n(?:${START_LINE.source})`).test(start),
};
