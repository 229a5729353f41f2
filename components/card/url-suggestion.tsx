"use client";
// Before anything is sent to an address that others cannot call: the one that may be meant instead.
import { useState } from "react";
import { findUrlIssue } from "../../lib/protocol/card/unreachable-url.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";

export function UrlSuggestion() {
  const { agent, screen } = useAppContext();
  const endpoint = useAgent((state) => state.endpoint);
  const cardUrl = useAgent((state) => state.cardUrl);
  const [kept, setKept] = useState<string | null>(null);
  const doubt = endpoint && findUrlIssue(endpoint.url, cardUrl);
  if (!endpoint || !doubt || kept === endpoint.url) return null;
  // Another port or path of the same host is often meant.
  if (doubt.kind === "port" || doubt.kind === "prefix") return null;
  const use = () =>
    agent.chooseEndpoint({
      ...endpoint,
      url: doubt.corrected,
      why: "corrected by where the card came from",
    });
  return (
    <Banner
      severity="warning"
      who="Agent"
      title="The card names an address that may be of no use here"
      onClose={() => setKept(endpoint.url)}
      actions={
        <>
          <Button variant="outline" size={24} onClick={use}>
            Call {doubt.corrected}
          </Button>
          <Button size={24} icon="card" onClick={screen.showCard}>
            Show the card
          </Button>
        </>
      }
    >
      <code>{boundText(endpoint.url)}</code>: {doubt.why} It is called there unless you choose
      otherwise.
    </Banner>
  );
}
