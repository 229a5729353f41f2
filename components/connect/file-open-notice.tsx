"use client";
// Banner with the reason why a file was not opened. What was open before stays open.
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
      title={`Couldn't open “${opening.name}”`}
      remedy="What you had open is unchanged."
      onClose={run.dismissOpening}
    >
      {opening.problem}
    </Banner>
  );
}
