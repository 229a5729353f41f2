/** Helpers for draft tests: short notation for patches, and names of issues. */

import { decode, getBitNames } from "../../protocol/decode.testkit.ts";
import type { Draft } from "./draft.ts";
import { DraftRegistry, getStreamingUpdate } from "./draft-registry.ts";
import { PatchIssue } from "./patch-issues.ts";

export const STREAMING_EXTENSION_URI = "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1";

export type PatchOperation = Readonly<Record<string, unknown>>;

export const createRootPatch = (
  id: string | undefined,
  parts: unknown,
  more: PatchOperation = {},
): PatchOperation => ({
  op: "replace",
  path: "",
  value: { ...(id !== undefined && { message_id: id }), parts, ...more },
});
export const createAddPatch = (path: string, value: unknown): PatchOperation => ({
  op: "add",
  path,
  value,
});
export const createInsertPatch = (path: string, pos: unknown, value: unknown): PatchOperation => ({
  op: "str_ins",
  path,
  value,
  ...(pos !== undefined && { pos }),
});
export const createTextPart = (text: string) => ({ text });

export const getIssueNames = (bits: number) => getBitNames(bits, PatchIssue);

/** Applies the operations of each event; returns the issues of each event. */
export function applyEvents(draft: Draft, events: readonly (readonly unknown[])[]): string[][] {
  return events.map((ops, event) =>
    getIssueNames(ops.reduce<number>((bits, op) => bits | draft.apply(op, event), 0)),
  );
}

/** The texts of all parts, as of event `n`. */
export const getDraftTexts = (draft: Draft | undefined, n: number) =>
  Array.from({ length: draft?.countAt(n) ?? 0 }, (_, part) => draft?.getPartText(part, n));

/** A working status that carries patches. */
export const createPatchStatus = (id: string | undefined, ...ops: unknown[]) => ({
  statusUpdate: {
    taskId: "t1",
    status: { state: "TASK_STATE_WORKING" },
    metadata: {
      [STREAMING_EXTENSION_URI]: {
        message_update: ops,
        ...(id !== undefined && { message_id: id }),
      },
    },
  },
});

/** A status that carries a whole message. */
export const createMessageStatus = (state: string, id: string, parts: unknown) => ({
  statusUpdate: {
    taskId: "t1",
    status: { state, message: { messageId: id, role: "ROLE_AGENT", parts } },
  },
});

/** Replays payloads into a registry; returns it and the issues of each payload. */
export function replayPayloads(...payloads: unknown[]): {
  registry: DraftRegistry;
  noticed: string[][];
} {
  const registry = new DraftRegistry();
  const noticed = payloads.map((payload, event) => {
    let notes = 0;
    for (const { event: decoded } of decode(payload)) {
      if (decoded.kind !== "status") continue;
      const update = getStreamingUpdate(decoded.metadata);
      if (update !== undefined) notes |= registry.applyPatches(update, event);
      if (decoded.status.message) registry.settleDraft(decoded.status.message, event);
      if (decoded.status.state === "failed") registry.loseOpenDrafts(event);
    }
    return getIssueNames(notes);
  });
  return { registry, noticed };
}
