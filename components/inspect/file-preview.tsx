"use client";
// What a file looks like, from its bytes alone: as a picture, a sound, a film, pages or text. A type
// is only believed as far as it lets nothing run.
import { useEffect, useMemo, useState } from "react";
import { decodeStrict } from "../../lib/wire/utf8.ts";
import { Button } from "../ui/button.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { WireText } from "../ui/wire-text.tsx";
import { getPreviewKind } from "./preview-kind.ts";

export interface FilePreviewProps {
  content: Uint8Array<ArrayBuffer>;
  mediaType: string;
  name: string;
}

export function FilePreview({ content, mediaType, name }: FilePreviewProps) {
  const kind = getPreviewKind(content, mediaType);
  if (!kind) return <p className="text-fg-3">There is no preview of such a file.</p>;
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
    return <p className="text-fg-3">This browser cannot show it; another program may.</p>;
  }
  if (!isOpen) {
    return (
      <Button variant="outline" size={24} onClick={() => setOpen(true)}>
        Show the pages
      </Button>
    );
  }
  const label = name === "" ? "Preview of the file" : `Preview of ${name}`;
  switch (as) {
    case "image":
      // biome-ignore lint/performance/noImgElement: it is made here, from bytes; there is nothing to optimise
      return <img className="file-preview" src={url} alt={label} onError={broken} />;
    case "audio":
      // biome-ignore lint/a11y/useMediaCaption: an agent's file has no captions
      return <audio src={url} aria-label={label} controls preload="metadata" onError={broken} />;
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: an agent's file has no captions
        <video
          className="file-preview"
          src={url}
          aria-label={label}
          controls
          preload="metadata"
          onError={broken}
        />
      );
    case "pdf":
      return <iframe className="file-pages" src={url} title={label} referrerPolicy="no-referrer" />;
  }
}

const MAX_TREE_LENGTH = 1_000_000;

function TextPreview({ content, isJson }: { content: Uint8Array; isJson: boolean }) {
  const text = useMemo(() => decodeStrict(content), [content]);
  const value = useMemo(() => (isJson && text ? parseJsonOrNull(text) : undefined), [text, isJson]);
  if (text === null) return null;
  const lines = text.slice(0, 20_000).split("\n").length + text.length / 60;
  const height = value === undefined ? Math.min(260, 16 + lines * 23) : 260;
  return (
    <div className="file-text" style={{ height }}>
      {value !== undefined ? (
        <JsonTree label="Content of the file" value={value} className="fill" />
      ) : (
        <WireText label="Content of the file" text={text} gutter="lines" className="fill" />
      )}
    </div>
  );
}

function parseJsonOrNull(text: string): unknown {
  if (text.length > MAX_TREE_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
