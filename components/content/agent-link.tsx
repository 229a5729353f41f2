"use client";
// A URL from an agent, shown as text that can be copied. It is never fetched, only opened on a click.
import { parseSafeLink } from "../markdown/safe-link.ts";
import { CopyButton } from "../ui/copy.tsx";
import { truncateText } from "./truncate-text.ts";

export function AgentLink({ url, open = "Open" }: { url: string; open?: string }) {
  const link = parseSafeLink(url);
  return (
    <span className="said-address">
      <span className="mono">{truncateText(url)}</span>
      {link && (
        <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" title={link.host}>
          {open}
        </a>
      )}
      <CopyButton text={url} what="the address" size={24} />
    </span>
  );
}
