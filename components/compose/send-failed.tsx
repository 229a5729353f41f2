"use client";
// Banner with the reason why a message was not sent. The message stays in the composer.
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

export function SendFailed({ onRetry }: { onRetry: () => void }) {
  const { agent } = useAppContext();
  const problem = useAgent((state) => state.sendProblem);
  if (!problem) return null;
  return (
    <Banner
      severity="error"
      who={problem.who}
      title={problem.title}
      remedy={problem.remedy ?? undefined}
      onClose={agent.dismissProblem}
      actions={
        <Button variant="outline" size={24} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem.what}
    </Banner>
  );
}
