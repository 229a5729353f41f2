/**
 * Exporter for the Loupe log: one record per line, unchanged.
 *
 *     loupe export run.har --as loupe -o run.jsonl
 */

import { LOG_VERSION, type WireRecord } from "../wire/record.ts";
import type { Exporter } from "./exporter.ts";

export const loupeLog: Exporter = {
  id: "loupe",
  title: "Loupe log",
  extension: ".jsonl",
  mediaType: "application/x-ndjson",
  description: "Lossless: every byte, with its time. Opens in any Loupe.",
  missingFeatures: [],
  canReopen: true,
  start({ name, by }) {
    let isBegun = false;
    return {
      push(record) {
        const isHead = record.r === "loupe";
        const head: WireRecord = { r: "loupe", version: LOG_VERSION, id: "", at: null, by, name };
        const before = isBegun || isHead ? "" : `${JSON.stringify(head)}\n`;
        isBegun = true;
        return `${before}${JSON.stringify(record)}\n`;
      },
      *end() {},
    };
  },
};
