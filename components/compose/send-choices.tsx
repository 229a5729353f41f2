"use client";
// Choices made for each message: attachments, target task or context, and method.
import { getMethodName } from "../../lib/protocol/encode/operations.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { formatSentIds, getTargetOptions } from "./send-target.ts";
import type { ComposedMessage } from "./use-composed-message.ts";

// A narrow composer has room for the icons only.
const LABEL = "@max-[860px]/composer:hidden";

export function AddPartButtons({ onFile, onData }: { onFile: () => void; onData: () => void }) {
  return (
    <>
      <Button icon="file" aria-label="Attach files" onClick={onFile}>
        <span className={LABEL}>File</span>
      </Button>
      <Button icon="braces" aria-label="Add data" onClick={onData}>
        <span className={LABEL}>Data</span>
      </Button>
    </>
  );
}

export function SendChoices({ draft }: { draft: ComposedMessage }) {
  const { input, callStyle, updateInput } = draft;
  return (
    <>
      <span title={`Sends ${boundText(formatSentIds(draft.ids, callStyle.version))}`}>
        <Select
          label="Target"
          fitted
          value={draft.target}
          onChange={(target) => updateInput({ target })}
          options={getTargetOptions(draft.task)}
        />
      </span>
      <Select
        label="Method"
        mono
        fitted
        value={input.operation}
        onChange={(operation) => updateInput({ operation })}
        options={(["stream", "send"] as const).map((value) => ({
          value,
          label: getMethodName(value, callStyle.version),
        }))}
      />
    </>
  );
}
