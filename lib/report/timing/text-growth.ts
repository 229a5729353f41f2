/** Counts the characters that each event added to the agent's texts. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { Draft } from "../../dialects/streaming-messages/draft.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { ArtifactStream } from "../../timeline/artifact.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { TimelineMessage } from "../../timeline/timeline.ts";

/** By event number, up to event `n`. Repeated text counts only by what it adds. */
export function getTextGrowth(interpretation: Interpretation, n: number): Uint32Array {
  const { tasks, messages } = interpretation.timeline;
  const grown = new Uint32Array(Math.max(0, n + 1));
  const add = (event: number, characters: number) => {
    if (event >= 0 && characters > 0) grown[event] = (grown[event] ?? 0) + characters;
  };
  for (const { artifacts, firstEvent } of tasks) {
    if (firstEvent > n) break;
    for (const artifact of artifacts) addArtifact(artifact, n, add);
  }
  const getDraftedLength = addDrafts(interpretation, n, add);
  for (const fact of messages.slice(0, countUpToEvent(messages, n))) {
    const { message, via, firstEvent } = fact;
    if (via === "request" || message.role !== "agent") continue;
    add(firstEvent, joinPartTexts(message.parts).length - getDraftedLength(fact));
  }
  return grown;
}

type AddGrowth = (event: number, characters: number) => void;

function addArtifact({ revisions }: ArtifactStream, n: number, add: AddGrowth): void {
  let most = 0;
  for (const revision of revisions) {
    const count = revision.chunksAt(n);
    for (let chunk = 0; chunk < count; chunk++) {
      const { event, to } = revision.chunkAt(chunk);
      add(event, to - most);
      most = Math.max(most, to);
    }
  }
}

/** Returns a function that tells how much of a message its draft contained before it arrived. */
function addDrafts(
  interpretation: Interpretation,
  n: number,
  add: AddGrowth,
): (fact: TimelineMessage) => number {
  const byId = new Map<string, Draft>();
  for (const { index, firstEvent } of interpretation.timeline.tasks) {
    if (firstEvent > n) break;
    for (const draft of interpretation.getDrafts(index)) {
      if (draft.firstEvent > n) break;
      addDraft(draft, n, add);
      const { finalMessage } = draft;
      const { messageId } =
        finalMessage && finalMessage.firstEvent <= n ? finalMessage.message : draft;
      if (messageId !== null) byId.set(messageId, draft);
    }
  }
  return ({ message: { messageId }, firstEvent }) => {
    const draft = messageId === null ? undefined : byId.get(messageId);
    return draft ? getTextLengthAt(draft, firstEvent - 1) : 0;
  };
}

function addDraft(draft: Draft, n: number, add: AddGrowth): void {
  let most = 0;
  const count = draft.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const event = draft.events.at(i);
    const length = getTextLengthAt(draft, event);
    add(event, length - most);
    most = Math.max(most, length);
  }
}

function getTextLengthAt(draft: Draft, n: number): number {
  return draft.text.at(n)?.textLengthAt(n) ?? 0;
}
