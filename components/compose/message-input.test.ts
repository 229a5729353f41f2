import { expect, test } from "vitest";
import {
  EMPTY_MESSAGE_INPUT,
  type InputPart,
  resetMessageInput,
  restoreUnsent,
} from "./message-input.ts";

const data = (id: string): InputPart => ({ id, kind: "data", json: "{}" });
const unsent = {
  draft: "first",
  messageInput: {
    ...EMPTY_MESSAGE_INPUT,
    parts: [data("a")],
    requestMetadata: "{}",
    historyLength: "3",
  },
};
const left = { draft: "", messageInput: resetMessageInput(unsent.messageInput) };

test("restores an unsent message", () => {
  expect(restoreUnsent(unsent, left, left)).toEqual(unsent);
});

test("appends what was typed since", () => {
  const messageInput = { ...left.messageInput, parts: [data("b")], historyLength: "5" };
  expect(restoreUnsent(unsent, left, { draft: "second", messageInput })).toEqual({
    draft: "first\nsecond",
    messageInput: { ...unsent.messageInput, parts: [data("a"), data("b")], historyLength: "5" },
  });
});
