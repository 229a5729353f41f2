"use client";
import { useState } from "react";
// Banner for a task in state auth-required: links of the agent, missing credentials, and how to reply. What
// the agent says stands in its row and in the conversation.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { formatNeed } from "../../lib/protocol/card/security-labels.ts";
import { isArray, isObject } from "../../lib/protocol/json.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { findCurrentTask } from "../../lib/session/current-task.ts";
import { hasCredentialFor } from "../../lib/session/origin-credentials.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { getMessageTask } from "../../lib/timeline/messages.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useOpenDialog } from "../app-context.tsx";
import { parseSafeLink } from "../markdown/safe-link.ts";
import { useAgent, useOriginCredentials, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { NoticeArea } from "../ui/notice-area.tsx";
import { useRunFact, useThrottledVersion } from "../use-throttled-version.ts";
import { LINK_LINE, LINK_TEXT } from "./credentials-section.tsx";

export function AuthRequiredBanner() {
  const scope = useView((state) => state.scope);
  const isConnected = useAgent((state) => state.endpoint !== null);
  const task = useRunFact(({ timeline }) => {
    const current = findCurrentTask(timeline, scope);
    return current?.state === "auth-required" ? current : null;
  });
  return isConnected && task ? <AuthRequiredTask key={task.index} task={task} /> : null;
}

/** The agent's last message in the task. */
function getAuthMessageParts(timeline: Timeline, task: TaskLane): readonly Part[] {
  const lastMessage = timeline.messages.findLast(
    (fact) =>
      fact.message.role === "agent" && getMessageTask(fact, timeline.lastEvent) === task.index,
  );
  return lastMessage?.message.parts ?? [];
}

function AuthRequiredTask({ task }: { task: TaskLane }) {
  const parts = getAuthMessageParts(useThrottledVersion().timeline, task);
  const openDialog = useOpenDialog();
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const stored = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { missing } = checkRequirements(security.requirements, (need) =>
    hasCredentialFor(stored, security, need),
  );
  const text = joinPartTexts(parts);
  const data = parts.flatMap((part) => (part.kind === "data" ? [part.data] : []));
  const links = findLinks([text, ...data]);
  return (
    <NoticeArea>
      <Banner
        severity="warning"
        live
        who="Agent"
        title="The task is waiting for authorization"
        {...(data.length > 0 && {
          details: JSON.stringify(data.length === 1 ? data[0] : data, null, 2),
          detailsLabel: "Attached data",
        })}
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => emitUiEvent("focus-composer")}>
              Reply
            </Button>
            <Button size={24} icon="key" onClick={() => openDialog("credentials")}>
              Add credentials
            </Button>
          </>
        }
      >
        {text === "" && <p>The agent does not say what it needs.</p>}
        {missing.length > 0 && <p>The card requires {missing.map(formatNeed).join(" and ")}.</p>}
        {links.map((url) => (
          <ExternalLink key={url} url={url} />
        ))}
        <p>
          When you have done what it asks, reply in the message box to continue task{" "}
          <span className="mono">{boundText(task.id, 40)}</span>. Credentials for the agent itself
          are sent with every request.
        </p>
      </Banner>
    </NoticeArea>
  );
}

/**
 * Link from an agent, as text that can be copied. It opens only after the user confirms its host.
 */
function ExternalLink({ url }: { url: string }) {
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
