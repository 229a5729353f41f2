/** Exporter for the report as Markdown. */

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
