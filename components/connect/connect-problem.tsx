"use client";
// Why an agent was not reached: whose doing it is, the exact answers, and one remedy.
import type { Problem } from "../../lib/session/agent.ts";
import { Banner } from "../ui/banner.tsx";

export function ConnectProblem({ problem }: { problem: Problem }) {
  const { who, what, remedy, details } = problem;
  return (
    <Banner
      severity="error"
      who={who}
      title="No agent card"
      remedy={remedy ?? undefined}
      {...(details !== null && { details, detailsLabel: "What was tried" })}
    >
      {what}
    </Banner>
  );
}
