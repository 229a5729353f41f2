"use client";
// Text and addresses from an agent, bounded for display. An address can be copied and opened on a
// click; it is never fetched.
import { parseSafeLink } from "../markdown/safe-link.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";

const MAX_SHOWN_LENGTH = 2000;

export function truncateText(text: string, maxLength = MAX_SHOWN_LENGTH): string {
  return boundText(text, maxLength);
}

/** Title and description of a question. */
export function QuestionHead(question: { title: string | null; description: string | null }) {
  const { title, description } = question;
  return (
    <>
      {title !== null && (
        <p className="text-13/4.5 font-medium wrap-anywhere text-fg-1" dir="auto">
          {truncateText(title)}
        </p>
      )}
      {description !== null && (
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {truncateText(description)}
        </p>
      )}
    </>
  );
}

export function AgentLink({ url, open = "Open" }: { url: string; open?: string }) {
  const link = parseSafeLink(url);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-fg-2">
      <span className="mono wrap-anywhere">{truncateText(url)}</span>
      {link && (
        <a
          className="text-accent underline"
          href={link.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={link.host}
        >
          {open}
        </a>
      )}
      <CopyButton text={url} what="the address" size={24} />
    </span>
  );
}
