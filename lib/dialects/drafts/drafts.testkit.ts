/** For tests of drafts: patches in short, and what was noticed by name. */

import { decode, getBitNames } from "../../protocol/decode.testkit.ts";
import { DraftBook, streamingIn } from "./book.ts";
import type { Draft } from "./draft.ts";
import { DraftNote } from "./notes.ts";

export const URI = "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1";

export type Op = Readonly<Record<string, unknown>>;

export const root = (id: string | undefined, parts: unknown, more: Op = {}): Op => ({
  op: "replace",
  path: "",
  value: { ...(id !== undefined && { message_id: id }), parts, ...more },
});
export const put = (path: string, value: unknown): Op => ({ op: "add", path, value });
export const type = (path: string, pos: unknown, value: unknown): Op => ({
  op: "str_ins",
  path,
  value,
  ...(pos !== undefined && { pos }),
});
export const text = (said: string) => ({ text: said });

export const names = (bits: number) => getBitNames(bits, DraftNote);

/** Applies one event's operations each; what was noticed at each event. */
export function apply(draft: Draft, events: readonly (readonly unknown[])[]): string[][] {
  return events.map((ops, event) =>
    names(ops.reduce<number>((bits, op) => bits | draft.apply(op, event), 0)),
  );
}

/** The texts of all parts, as of event `n`. */
export const texts = (draft: Draft | undefined, n: number) =>
  Array.from({ length: draft?.countAt(n) ?? 0 }, (_, part) => draft?.textOf(part, n));

/** A working status that carries patches. */
export const patches = (id: string | undefined, ...ops: unknown[]) => ({
  statusUpdate: {
    taskId: "t1",
    status: { state: "TASK_STATE_WORKING" },
    metadata: { [URI]: { message_update: ops, ...(id !== undefined && { message_id: id }) } },
  },
});

/** A status that carries a whole message. */
export const whole = (state: string, id: string, parts: unknown) => ({
  statusUpdate: {
    taskId: "t1",
    status: { state, message: { messageId: id, role: "ROLE_AGENT", parts } },
  },
});

/** A book that was told these payloads, and what it noticed at each. */
export function told(...payloads: unknown[]): { book: DraftBook; noticed: string[][] } {
  const book = new DraftBook();
  const noticed = payloads.map((payload, event) => {
    let notes = 0;
    for (const { event: said } of decode(payload)) {
      if (said.kind !== "status") continue;
      const update = streamingIn(said.metadata);
      if (update !== undefined) notes |= book.patch(update, event);
      if (said.status.message) book.settle(said.status.message, event);
      if (said.status.state === "failed") book.end(event);
    }
    return names(notes);
  });
  return { book, noticed };
}
