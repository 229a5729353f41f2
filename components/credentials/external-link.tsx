"use client";
// Link from an agent, as text that can be copied. It opens only after the user confirms its host.

import { useState } from "react";
import { isArray, isObject } from "../../lib/protocol/json.ts";
import { parseSafeLink } from "../markdown/safe-link.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { LINK_LINE, LINK_TEXT } from "./credentials-section.tsx";

export function ExternalLink({ url }: { url: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const link = parseSafeLink(url);
  if (!link) return null;
  return (
    <div className={LINK_LINE}>
      <span className={LINK_TEXT}>{boundText(url)}</span>
      <CopyButton text={url} what="link" size={24} />
      {isConfirming ? (
        <p role="status" className={LINK_LINE}>
          <span>
            This link from the agent leads to <b className="mono">{boundText(link.host)}</b>.
          </span>
          <a
            className={buttonClass({ variant: "outline", size: 24 })}
            data-variant="outline"
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={() => setConfirming(false)}
          >
            Open {link.host}
          </a>
          <Button size={24} onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </p>
      ) : (
        <Button size={24} onClick={() => setConfirming(true)}>
          Open…
        </Button>
      )}
    </div>
  );
}

const MAX_LINKS = 4;
const MAX_VALUES = 500;

export function findLinks(values: readonly unknown[]): string[] {
  const found = new Set<string>();
  const queue = [...values];
  for (let seen = 0; queue.length > 0 && seen < MAX_VALUES && found.size < MAX_LINKS; seen++) {
    const value = queue.shift();
    if (typeof value === "string") for (const url of findUrls(value)) found.add(url);
    else if (isArray(value)) queue.push(...value.slice(0, MAX_VALUES));
    else if (isObject(value)) queue.push(...Object.values(value).slice(0, MAX_VALUES));
  }
  return [...found].slice(0, MAX_LINKS);
}

/** Strips trailing punctuation of sentences and Markdown. */
function findUrls(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`)\]}]+/g) ?? [];
  return found.map((url) => url.replace(/[.,;:!?]+$/, "")).filter((url) => parseSafeLink(url));
}
