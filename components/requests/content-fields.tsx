"use client";
// Fields for the content of a saved request. What has no field is listed, and kept as it is.
import type { ExactRequest, RequestContent, SavedMessage } from "../../lib/requests/schemas.ts";
import { RequestHeadFields } from "../request/request-head-fields.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { SegmentedControl } from "../ui/segmented.tsx";

interface ContentFieldsProps<Content> {
  content: Content;
  onChange: (content: Content) => void;
}

export function ContentFields({ content, onChange }: ContentFieldsProps<RequestContent>) {
  return content.kind === "message" ? (
    <MessageFields content={content} onChange={onChange} />
  ) : (
    <ExactFields content={content} onChange={onChange} />
  );
}

const OPERATIONS = [
  { value: "stream", label: "Stream" },
  { value: "send", label: "Send" },
] as const;

function MessageFields({ content, onChange }: ContentFieldsProps<SavedMessage>) {
  const { parts, operation } = content;
  const others = describeOthers(content);
  const setJson = (index: number, json: string) =>
    onChange({
      ...content,
      parts: parts.map((part, at) =>
        at === index && part.kind === "data" ? { ...part, json } : part,
      ),
    });
  return (
    <div className="grid gap-2">
      <TextArea
        label="Message text"
        look="boxed"
        dir="auto"
        placeholder="Text; variables are written {{name}}"
        value={content.text}
        onChange={(text) => onChange({ ...content, text })}
      />
      {parts.map(
        (part, index) =>
          part.kind === "data" && (
            <TextArea
              key={String(index)}
              label={`Data ${index + 1}`}
              look="exact"
              spellCheck={false}
              value={part.json}
              onChange={(json) => setJson(index, json)}
            />
          ),
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <SegmentedControl
          label="Operation"
          options={OPERATIONS}
          value={operation}
          onChange={(value) => onChange({ ...content, operation: value })}
        />
        {others !== "" && <span className="text-fg-3">With {others}.</span>}
      </div>
    </div>
  );
}

function describeOthers(content: SavedMessage): string {
  const files = content.parts.filter(({ kind }) => kind === "file").length;
  const hasOptions =
    content.acceptedOutputModes.length > 0 ||
    content.historyLength !== "" ||
    content.returnImmediately;
  const hasMetadata = `${content.metadata}${content.requestMetadata}`.trim() !== "";
  return [
    ...(files > 0 ? [formatQuantity(files, "file")] : []),
    ...(hasMetadata ? ["metadata"] : []),
    ...(hasOptions ? ["options"] : []),
  ].join(", ");
}

function ExactFields({ content, onChange }: ContentFieldsProps<ExactRequest>) {
  const write = (changed: Partial<ExactRequest>) => onChange({ ...content, ...changed });
  return (
    <div className="grid gap-2">
      <RequestHeadFields head={content} onChange={write} />
      <TextArea
        label="Request body"
        look="exact"
        className="max-h-[34vh]"
        spellCheck={false}
        value={content.body}
        onChange={(body) => write({ body })}
      />
      <p className="text-fg-3">
        {content.isGrpc
          ? "The JSON is encoded as a gRPC message. Its ids are renewed each time it is sent."
          : "Sent as written, with new ids. Names in ‹ › are placeholders for credentials."}
      </p>
    </div>
  );
}
