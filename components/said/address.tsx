"use client";
// An address that an agent names: text to read and copy, followed by nobody until it is clicked.
import { safeLink } from "../markdown/url.ts";
import { CopyButton } from "../ui/copy.tsx";
import { short } from "./short.ts";

export function Address({ url, open = "Open" }: { url: string; open?: string }) {
  const link = safeLink(url);
  return (
    <span className="said-address">
      <span className="mono">{short(url)}</span>
      {link && (
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" title={link.host}>
          {open}
        </a>
      )}
      <CopyButton text={url} what="the address" size={24} />
    </span>
  );
}
