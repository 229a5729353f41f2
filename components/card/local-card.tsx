"use client";
// A card that was pasted or opened: whose it is, and connecting by it.
import { useState } from "react";
import { useAppContext } from "../app-context.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import type { ShownCard } from "./use-card.ts";

export function LocalCard({ card }: { card: ShownCard }) {
  const { agent, store } = useAppContext();
  const [refusal, setRefusal] = useState<string | null>(null);
  const connect = async () => {
    const why = await agent.connectToCard(card.review.source.value);
    setRefusal(why);
    if (why === null) store.setState({ card: null, pane: "timeline" });
  };
  return (
    <Banner
      severity={refusal === null ? "note" : "error"}
      title={refusal === null ? "Not fetched from an agent" : "Nothing here can be called"}
      {...(refusal !== null && {
        who: "Agent",
        remedy: "Give the card an interface with an absolute URL, and open it again.",
      })}
      actions={
        <Button
          variant="outline"
          size={24}
          onClick={() => void connect()}
          disabled={card.profile === null}
        >
          Connect by this card
        </Button>
      }
    >
      {refusal ?? `This card was given as ${card.sourceName}; nobody was asked whether it is true.`}
    </Banner>
  );
}
