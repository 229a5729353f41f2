/** An event in a few words, for who decides what to do with it. */

import type { ProtocolEvent, Status } from "../../../protocol/model.ts";
import { joinPartTexts } from "../../../protocol/read-parts.ts";
import { getStateLabel } from "../../../protocol/state-names.ts";
import { shorten } from "../../../text/graphemes.ts";

interface EventDescription {
  readonly title: string;
  /** The state of the task, if the event brings one. */
  readonly state: string | null;
}

const TEXT_LENGTH = 60;

export function describeEvent(event: ProtocolEvent): EventDescription {
  switch (event.kind) {
    case "task":
      return describeStatus("task", event.task.status);
    case "status":
      return describeStatus("state", event.status);
    case "artifact": {
      const { name, artifactId, parts } = event.artifact;
      return addText(`artifact ${name ?? artifactId ?? ""}`.trim(), joinPartTexts(parts));
    }
    case "message":
      return addText("message", joinPartTexts(event.message.parts));
    case "error":
      return addText("error", event.error.message);
    case "other":
    case "answer":
      return { title: event.title, state: null };
    default:
      return { title: event.kind, state: null };
  }
}

function describeStatus(what: string, status: Status): EventDescription {
  const state = getStateLabel(status);
  const { title } = addText(`${what} ${state}`, joinPartTexts(status.message?.parts ?? []));
  return { title, state };
}

function addText(title: string, text: string): EventDescription {
  const line = text.replace(/\s+/g, " ").trim();
  return { title: line === "" ? title : `${title}: ${shorten(line, TEXT_LENGTH)}`, state: null };
}
