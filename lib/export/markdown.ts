/**
 * Exporter for the report as Markdown: the outcome of the run, its tasks with full artifacts, its
 * tools, and the problems that Loupe found. Readable as plain text too.
 *
 *     loupe export run.jsonl --as markdown -o report.md
 */

import { formatMarkdown } from "../report/markdown.ts";
import { createTimelineWriter, type Exporter } from "./exporter.ts";

export const markdown: Exporter = {
  id: "markdown",
  title: "Markdown report",
  extension: ".md",
  mediaType: "text/markdown",
  description: "To read or paste into a ticket: outcome, tasks, full texts, tools and problems.",
  missingFeatures: ["events", "comments", "broken", "json", "grpc", "redirects", "hops"],
  canReopen: false,
  start: (context) => createTimelineWriter(context, formatMarkdown),
};
