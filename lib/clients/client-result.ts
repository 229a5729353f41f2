/**
 * What a client made of a recorded run: its differences from the wire, with a verdict for each
 * response and for all.
 *
 * **Guarantees:** reports, the screen and JSON are printers of it; "same" is said only of a client
 * that handed over every event and said that it was done.
 */

import type { EditAction } from "../timeline/edits.ts";
import type { DifferenceKind } from "./compare-events.ts";

export type ClientVerdict = "same" | "differs" | "failed";

/** An error that a client threw. */
export interface ThrownError {
  readonly message: string;
  /** All that it says, in which the agent's own words are looked for. */
  readonly text: string;
  /** The number of events that it had handed over before. */
  readonly after: number;
}

/** What a driver printed about one response. */
export interface DriverOutput {
  /** Whether its client asked for the response: one that did not says nothing about it. */
  readonly hasAsked: boolean;
  /** The events as its SDK gave them. */
  readonly events: readonly unknown[];
  readonly thrown: ThrownError | null;
  /** Why the driver did not come to its end; `null` if it did. */
  readonly failure: string | null;
}

/** Absent members are left out. */
export interface ClientDifference {
  readonly kind: DifferenceKind;
  /** The number of the event within its response, from 1; `null` for what the wire does not have. */
  readonly event: number | null;
  /** The number of its frame within the response, from 1. */
  readonly frame: number | null;
  /** The number of the event in the run, from 0, as `loupe events` has it. */
  readonly runEvent: number | null;
  /** The number of the exchange, from 1, as `loupe serve` lists it. */
  readonly exchange: number;
  /** `the last chunk of artifact a1`. */
  readonly title: string;
  /** The number of the event among those that the client handed over, from 1. */
  readonly received?: number;
  /** The changed member, with its value on the wire and as handed over; absent values are left out. */
  readonly member?: string;
  readonly old?: unknown;
  readonly new?: unknown;
  /** The message of the error that was thrown. */
  readonly error?: string;
  /** The number of events that the application did not get because of the error. */
  readonly missing?: number;
  /** What is special about the event's bytes. */
  readonly reason?: string;
}

/** One event of the wire beside what became of it. */
export interface EventRow {
  readonly event: number;
  readonly frame: number | null;
  readonly runEvent: number | null;
  readonly title: string;
  readonly outcome: "equal" | DifferenceKind;
}

/** What a tap did to an event, from 1, or to the request, 0. */
export interface ClientEdit {
  readonly event: number;
  readonly do: EditAction;
}

export interface ExchangeResult {
  readonly exchange: number;
  /** The id of the exchange in the log. */
  readonly id: string;
  /** With any, it was served and compared as the tap delivered it, not as the agent sent it. */
  readonly edits: readonly ClientEdit[];
  readonly verdict: ClientVerdict;
  readonly wire: number;
  readonly received: number;
  readonly differences: readonly ClientDifference[];
  readonly failure: string | null;
  readonly events: readonly EventRow[];
}

export interface ClientResult {
  readonly name: string;
  readonly verdict: ClientVerdict;
  /** The verdict in one sentence. */
  readonly sentence: string;
  readonly differences: readonly ClientDifference[];
  readonly exchanges: readonly ExchangeResult[];
}
