"use client";
// Why a file was not opened; what was open before stays.
import { useRun, useSession } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";

export function FileOpenNotice() {
  const { run } = useSession();
  const opening = useRun((state) => state.opening);
  if (!opening || opening.problem === null) return null;
  return (
    <Banner
      severity="error"
      who="Loupe"
      title={`“${opening.name}” cannot be opened`}
      remedy="What was open before is still open."
      onClose={run.dismissOpening}
    >
      {opening.problem}
    </Banner>
  );
}
