"use client";
// Notice on a card that was pasted or opened from a file, with a button that connects with it.
import { useState } from "react";
import { useAppContext } from "../app-context.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useCardStore } from "./card-store.ts";
import type { ShownCard } from "./use-card.ts";

export function LocalCard({ card }: { card: ShownCard }) {
  const { agent } = useAppContext();
  const showTimeline = useCardStore((store) => store.showTimeline);
  const [problem, setProblem] = useState<string | null>(null);
  const connect = async () => {
    const why = await agent.connectToCard(card.review.source.value);
    setProblem(why);
    if (why === null) showTimeline();
  };
  return (
    <Banner
      severity={problem === null ? "note" : "error"}
      title={problem === null ? "Not fetched from an agent" : "This card has no usable interface"}
      {...(problem !== null && {
        who: "Agent",
        remedy: "Add an interface with an absolute URL to the card, then open it again.",
      })}
      actions={
        <Button
          variant="outline"
          size={24}
          onClick={() => void connect()}
          disabled={card.profile === null}
        >
          Connect with this card
        </Button>
      }
    >
      {problem ??
        `This card comes from ${card.sourceName}. Loupe has not verified it with an agent.`}
    </Banner>
  );
}
