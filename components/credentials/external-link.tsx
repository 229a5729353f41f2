"use client";
// An address of somebody else's: text to read and copy; it opens after its host was confirmed.
import { useState } from "react";
import { parseSafeLink } from "../markdown/safe-link.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";

export function ExternalLink({ url }: { url: string }) {
  const [asked, setAsked] = useState(false);
  const link = parseSafeLink(url);
  if (!link) return null;
  return (
    <div className="outward-link">
      <span className="mono outward-url">{boundText(url)}</span>
      <CopyButton text={url} what="the address" size={24} />
      {asked ? (
        <p role="status">
          <span>
            This leads to <b className="mono">{boundText(link.host)}</b>, which the agent named.
          </span>
          <a
            className="ui-button"
            data-variant="outline"
            data-size={24}
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={() => setAsked(false)}
          >
            Open {link.host}
          </a>
          <Button size={24} onClick={() => setAsked(false)}>
            Stay here
          </Button>
        </p>
      ) : (
        <Button size={24} onClick={() => setAsked(true)}>
          Open…
        </Button>
      )}
    </div>
  );
}
