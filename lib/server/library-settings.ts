/** Settings of a library, and options of the exchanges that it starts. */

import type { LimitValues } from "../api/limits.ts";
import type { WireRecord } from "../wire/record.ts";
import type { TeamCallPreparer } from "./demo-team.ts";
import type { ExchangeLimits } from "./exchange/exchange-limits.ts";
import type { Settings } from "./settings.ts";
import type { StoreSettings } from "./store/store-settings.ts";

export interface StartExchangeOptions {
  /** Limits of the exchange; absent: those of a call. */
  getLimits?(values: LimitValues): ExchangeLimits;
  /** Receives each record on its way to the recorder. */
  observe?(record: WireRecord): void;
}

export interface LibrarySettings extends Settings {
  /** Key for calls to this server's own demo agent; absent if no token is required. */
  demoKey?: string;
  /** The store that this library shares with others. */
  sharedStore?: StoreSettings;
  /** This server's own demo team. */
  demoTeam?: TeamCallPreparer;
  /** Is told when an exchange with an agent has ended. */
  onExchangeEnd?(recording: string, exchange: string): void;
}
