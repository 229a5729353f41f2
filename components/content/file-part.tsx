"use client";

// A file part: name, size and a preview of its inline bytes. Remote files are never loaded.

import { useEffect, useMemo, useState } from "react";
import { tryParseJson } from "../../lib/protocol/json.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { decodeBase64, decodeStrict } from "../../lib/text/utf8.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/choose-files.ts";
import { CopyButton } from "../ui/copy.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { WireText } from "../ui/wire-text.tsx";

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

interface FilePreviewProps {
  content: Uint8Array<ArrayBuffer>;
  mediaType: string;
  name: string;
}

/** On a chessboard, which shows where it is transparent. */
const PICTURE =
  "max-h-105 max-w-full justify-self-start rounded-1 bg-[repeating-conic-gradient(var(--bg-3)_0_25%,var(--bg-2)_0_50%)] bg-size-[16px_16px]";

/**
 * Preview of a file from its bytes: image, audio, video, PDF or text. The declared media type is used
 * only where it cannot run code.
 */
function FilePreview({ content, mediaType, name }: FilePreviewProps) {
  const kind = getPreviewKind(content, mediaType);
  if (!kind) return <p className="text-fg-3">No preview for this file type.</p>;
  if (kind.as === "text")
    return <TextPreview content={content} isJson={kind.type === "application/json"} />;
  return <BlobPreview content={content} type={kind.type} as={kind.as} name={name} />;
}

interface BlobPreviewProps {
  content: Uint8Array<ArrayBuffer>;
  type: string;
  as: "image" | "audio" | "video" | "pdf";
  name: string;
}

function BlobPreview({ content, type, as, name }: BlobPreviewProps) {
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(as !== "pdf");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content, type]);
  if (!url) return null;
  const broken = () => setBroken(true);
  if (isBroken || (as === "pdf" && !navigator.pdfViewerEnabled)) {
    return (
      <p className="text-fg-3">
        This browser can’t display the file. Save it and open it in another program.
      </p>
    );
  }
  if (!isOpen) {
    return (
      <Button variant="outline" size={24} onClick={() => setOpen(true)}>
        Show pages
      </Button>
    );
  }
  const label = name === "" ? "File preview" : `Preview of ${name}`;
  switch (as) {
    case "image":
      // biome-ignore lint/performance/noImgElement: the image is a local blob; there is nothing to optimize
      return <img className={PICTURE} src={url} alt={label} onError={broken} />;
    case "audio":
      // biome-ignore lint/a11y/useMediaCaption: an agent's file has no captions
      return <audio src={url} aria-label={label} controls preload="metadata" onError={broken} />;
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: an agent's file has no captions
        <video
          className={PICTURE}
          src={url}
          aria-label={label}
          controls
          preload="metadata"
          onError={broken}
        />
      );
    case "pdf":
      return (
        <iframe
          className="h-120 w-full rounded-1"
          src={url}
          title={label}
          referrerPolicy="no-referrer"
        />
      );
  }
}

const MAX_TREE_LENGTH = 1_000_000;

function TextPreview({ content, isJson }: { content: Uint8Array; isJson: boolean }) {
  const text = useMemo(() => decodeStrict(content), [content]);
  const isTree = isJson && text !== null && text.length <= MAX_TREE_LENGTH;
  const value = useMemo(() => (isTree ? tryParseJson(text) : undefined), [text, isTree]);
  if (text === null) return null;
  const lines = text.slice(0, 20_000).split("\n").length + text.length / 60;
  const height = value === undefined ? Math.min(260, 16 + lines * 23) : 260;
  return (
    <div className="flex rounded-2 inset-ring inset-ring-line-2" style={{ height }}>
      {value !== undefined ? (
        <JsonTree label="File content" value={value} className="flex-1" />
      ) : (
        <WireText label="File content" text={text} gutter="lines" className="flex-1" />
      )}
    </div>
  );
}

interface PreviewKind {
  readonly as: "image" | "audio" | "video" | "pdf" | "text";
  /** The media type used for the preview. */
  readonly type: string;
}

const IMAGE_TYPES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/;
const TEXT_TYPES = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|toml|csv|x-ndjson)$/;

function getPreviewKind(content: Uint8Array, mediaType: string): PreviewKind | null {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (IMAGE_TYPES.test(type)) return { as: "image", type };
  if (/^(?:audio|video)\/[\w.+-]+$/.test(type)) {
    return { as: type.startsWith("audio") ? "audio" : "video", type };
  }
  const isPdf = startsWith(content, "%PDF-");
  // Only real PDFs go to the browser's PDF viewer, and only with the PDF media type.
  if (isPdf && (type === "application/pdf" || type === "")) {
    return { as: "pdf", type: "application/pdf" };
  }
  if (startsWith(content, "\x89PNG")) return { as: "image", type: "image/png" };
  if (startsWith(content, "\xff\xd8\xff")) return { as: "image", type: "image/jpeg" };
  if (startsWith(content, "GIF8")) return { as: "image", type: "image/gif" };
  const isText =
    TEXT_TYPES.test(type) ||
    ((type === "" || type === "application/octet-stream") && isReadable(content));
  if (!isText) return null;
  return { as: "text", type: /[/+]json$/.test(type) ? "application/json" : "text/plain" };
}

function startsWith(content: Uint8Array, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (content[i] !== mark.charCodeAt(i)) return false;
  return true;
}

function isReadable(content: Uint8Array): boolean {
  const text = decodeStrict(content);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish bytes from text
  return text !== null && !/[\x00-\x08\x0e-\x1a]/.test(text.slice(0, 10_000));
}
