"use client";
// Banner that suggests a corrected URL before anything is sent to an unreachable one.
import { useState } from "react";
import { findUrlIssue } from "../../lib/protocol/card/unreachable-url.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { useCardStore } from "./card-store.ts";

export function UrlSuggestion() {
  const { agent } = useAppContext();
  const toggleAgentCard = useCardStore((card) => card.toggleAgentCard);
  const endpoint = useAgent((state) => state.endpoint);
  const cardUrl = useAgent((state) => state.cardUrl);
  const [dismissedUrl, setDismissedUrl] = useState<string | null>(null);
  const issue = endpoint && findUrlIssue(endpoint.url, cardUrl);
  if (!endpoint || !issue || dismissedUrl === endpoint.url) return null;
  // Another port or path on the same host is often intended.
  if (issue.kind === "port" || issue.kind === "prefix") return null;
  const use = () =>
    agent.chooseEndpoint({
      ...endpoint,
      url: issue.corrected,
      why: "corrected based on the card's URL",
    });
  return (
    <Banner
      severity="warning"
      who="Agent"
      title="The card's URL may not be reachable"
      onClose={() => setDismissedUrl(endpoint.url)}
      actions={
        <>
          <Button variant="outline" size={24} onClick={use}>
            Use {issue.corrected}
          </Button>
          <Button size={24} icon="card" onClick={toggleAgentCard}>
            Show card
          </Button>
        </>
      }
    >
      <code>{boundText(endpoint.url)}</code>: {issue.why} Requests go there unless you choose
      another URL.
    </Banner>
  );
}
