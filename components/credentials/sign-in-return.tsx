"use client";
// Page that a provider redirects back to. Passes the response to the waiting tab, clears its own URL,
// and tells whether a tab was waiting.
import { useEffect, useState } from "react";
import { deliverSignInReturn, SIGN_IN_PATH } from "../../lib/session/sign-in-return.ts";
import { DocumentTitle } from "../ui/document-title.tsx";
import { TitlePage } from "../ui/title-page.tsx";

type ReturnOutcome = "handing over" | "taken" | "unclaimed";

const OUTCOME_TEXTS: Readonly<Record<ReturnOutcome, readonly [title: string, text: string]>> = {
  "handing over": ["Finishing sign-in", "Passing the provider's response to the waiting tab."],
  taken: ["You can close this tab", "The sign-in continues in the Loupe tab you came from."],
  unclaimed: [
    "Sign-in rejected",
    "No Loupe tab is waiting for this sign-in: its state is unknown or already used, or the tab was closed " +
      "or reloaded. The response was ignored. Start the sign-in again in Loupe.",
  ],
};

/** Kept for the second run of effects in development, when the URL is already cleared. */
let pendingDelivery: Promise<boolean> | null = null;

export function SignInReturn() {
  const [outcome, setOutcome] = useState<ReturnOutcome>("handing over");
  useEffect(() => {
    pendingDelivery ??= deliverSignInReturn(location.search);
    history.replaceState(null, "", SIGN_IN_PATH);
    void pendingDelivery.then((isTaken) => setOutcome(isTaken ? "taken" : "unclaimed"));
  }, []);
  const [title, text] = OUTCOME_TEXTS[outcome];
  return (
    <>
      <DocumentTitle parts={[title]} />
      <TitlePage title={title} lead={text} isStatus />
    </>
  );
}
