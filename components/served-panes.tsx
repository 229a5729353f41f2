"use client";
// The panes of a page with a server behind it: one can talk there, and go back to other recordings.
import { Composer } from "./compose/composer.tsx";
import { LostBanner } from "./compose/lost-banner.tsx";
import { AuthWanted } from "./credentials/auth-wanted.tsx";
import { RefusedBanner } from "./credentials/refused-banner.tsx";
import { SavedLogs } from "./library/saved-logs.tsx";
import Panes from "./panes.tsx";
import { type Parts, PartsContext } from "./parts.ts";

const PARTS: Parts = { Talk, SavedLogs };

export default function ServedPanes() {
  return (
    <PartsContext value={PARTS}>
      <Panes />
    </PartsContext>
  );
}

function Talk() {
  return (
    <>
      <LostBanner />
      <RefusedBanner />
      <AuthWanted />
      <Composer />
    </>
  );
}
