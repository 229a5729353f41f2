"use client";
// A file an agent sent: named and sized, to be saved; nothing of it is opened or loaded by itself.
import type { Part } from "../../lib/protocol/model.ts";
import { bytesFromBase64 } from "../../lib/wire/utf8.ts";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";

type File = Extract<Part, { kind: "file" }>;

export function FilePart({ part }: { part: File }) {
  const { name, mediaType, bytes, uri } = part;
  const content = bytes === undefined ? null : decoded(bytes);
  return (
    <div className="file-part">
      <Icon name="file" size={16} />
      <span className="file-name" dir="auto">
        {name ?? "Unnamed file"}
      </span>
      <span className="text-fg-3">
        {[mediaType, content && formatBytes(content.length)].filter(Boolean).join(" · ")}
        {bytes !== undefined && content === null && "not valid base64"}
      </span>
      {content && (
        <Button variant="outline" icon="download" onClick={() => save(content, name)}>
          Save
        </Button>
      )}
      {uri !== undefined && <FileLink uri={uri} />}
    </div>
  );
}

function FileLink({ uri }: { uri: string }) {
  const isWeb = /^https?:\/\//i.test(uri);
  if (!isWeb) return <span className="mono file-uri">{uri.slice(0, 300)}</span>;
  return (
    <a className="mono file-uri" href={uri} target="_blank" rel="noopener noreferrer nofollow">
      {uri}
    </a>
  );
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(bytesFromBase64(base64));
  } catch {
    return null;
  }
}

/** Saved as plain bytes whatever its type, so that no browser opens it on the way. */
function save(content: Uint8Array<ArrayBuffer>, name: string | undefined): void {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = (name ?? "file").replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 100);
  link.click();
  URL.revokeObjectURL(url);
}
