"use client";
// Where a provider sends the user back to: hands over what came, wipes its own address, and says
// whether somebody was waiting for it.
import { useEffect, useState } from "react";
import { deliverSignInReturn, SIGN_IN_PATH } from "../../lib/session/sign-in-return.ts";

type ReturnOutcome = "handing over" | "taken" | "unclaimed";

const OUTCOME_TEXTS: Readonly<Record<ReturnOutcome, readonly [title: string, text: string]>> = {
  "handing over": ["One moment", "What the provider sent is handed to the tab that waits for it."],
  taken: [
    "You can close this tab",
    "The tab of Loupe that you came from goes on with the sign-in.",
  ],
  unclaimed: [
    "This sign-in was refused",
    "No tab of Loupe waits for it: its state is unknown or used up, or that tab was closed or reloaded. " +
      "Nothing was done with it. Begin the sign-in again where you began it.",
  ],
};

/** What came stays for the second run of effects in development: the address is empty by then. */
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
    <main className="first-visit">
      <div className="first-visit-column">
        <h1>{title}</h1>
        <p className="lead" role="status">
          {text}
        </p>
      </div>
    </main>
  );
}
