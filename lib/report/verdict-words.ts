/** The words for who ended a run, in every report and on the screen. */

import type { EndingParty } from "../lint/verdict.ts";

interface EndingPartyWords {
  /** After “ended by”. */
  readonly name: string;
  /** On its own, beside the verdict. */
  readonly by: string;
}

export const ENDING_PARTY_WORDS: Readonly<Record<EndingParty, EndingPartyWords>> = {
  agent: { name: "the agent", by: "by the agent" },
  network: { name: "the network", by: "by the network" },
  proxy: { name: "likely a proxy in between", by: "likely by a proxy" },
  client: { name: "the client", by: "by the client" },
  loupe: { name: "Loupe", by: "by Loupe" },
};
