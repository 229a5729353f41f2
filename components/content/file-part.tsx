"use client";
// A file part: name, size and a preview of its inline bytes. Remote files are never loaded.

import { useMemo } from "react";
import type { Part } from "../../lib/protocol/model.ts";
import { decodeBase64 } from "../../lib/text/utf8.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/choose-files.ts";
import { CopyButton } from "../ui/copy.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { FilePreview } from "./file-preview.tsx";

type FileContent = Extract<Part, { kind: "file" }>;

const LINE = "flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 text-12/5";

export function FilePart({ part }: { part: FileContent }) {
  const { name, mediaType, bytes, uri } = part;
  const content = useMemo(() => (bytes === undefined ? null : decodeFile(bytes)), [bytes]);
  const facts = [mediaType, content && formatBytes(content.length)].filter(Boolean).join(" · ");
  return (
    <section
      className="mx-3 mt-1 mb-3 grid flex-none gap-2 rounded-3 px-3 py-2 inset-ring inset-ring-line-2 [&_audio]:w-full"
      aria-label={`File ${boundText(name ?? "(unnamed)")}`}
    >
      <div className={LINE}>
        <Icon name="file" size={16} className="text-fg-3" />
        <span className="text-13 font-medium wrap-anywhere" dir="auto">
          {boundText(name ?? "Unnamed file")}
        </span>
        <span className="text-fg-3">{boundText(facts)}</span>
        {bytes !== undefined && content === null && (
          <span className="text-error">invalid base64</span>
        )}
        {content && (
          <Button
            variant="outline"
            size={24}
            icon="download"
            className="ml-auto"
            onClick={() => savePart(content, name)}
          >
            Save
          </Button>
        )}
      </div>
      {uri !== undefined && <FileLink uri={uri} />}
      {content && <FilePreview content={content} mediaType={mediaType ?? ""} name={name ?? ""} />}
    </section>
  );
}

function FileLink({ uri }: { uri: string }) {
  const isWeb = /^https?:\/\//i.test(uri);
  return (
    <p className={LINE}>
      <span className="mono wrap-anywhere">{boundText(uri)}</span>
      {isWeb && (
        <a
          href={uri}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline"
        >
          Open
        </a>
      )}
      <CopyButton text={uri} what="the address" size={24} />
      <span className="text-fg-3">External file, not loaded.</span>
    </p>
  );
}

function decodeFile(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(decodeBase64(base64.replace(/-/g, "+").replace(/_/g, "/")));
  } catch {
    return null;
  }
}

/** Saved as plain bytes whatever its type, so that no browser opens it. */
export function savePart(content: Uint8Array<ArrayBuffer>, name: string | undefined): void {
  const safe = (name || "file").replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 100);
  downloadFile(new File([content], safe, { type: "application/octet-stream" }));
}
