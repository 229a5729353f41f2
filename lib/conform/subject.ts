/** What checks see of an agent: its card, its interfaces, and a way to record calls. */

import type { Call } from "../protocol/call.ts";
import type { AgentCard, Endpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { getEncodingVersion } from "../protocol/encode/request-format.ts";
import type { SpecText } from "./requirements/requirement.ts";
import type { Response } from "./response.ts";

/** What a check makes the agent do, so that the user can choose. */
export const EFFECTS = ["none", "messages", "cancels", "pushes"] as const;
export type Effect = (typeof EFFECTS)[number];

export const PROMPT_STATES = ["any", "input-required", "long"] as const;
export type PromptState = (typeof PROMPT_STATES)[number];

/** The agent as a whole. */
export interface AgentUnderTest {
  readonly card: AgentCard | null;
  /** The text of the card and its URL; `null` without a card. */
  readonly cardSource: { readonly url: string; readonly text: string } | null;
  /** The responses at all places where the card was looked for, in order. */
  readonly lookups: readonly Response[];
  readonly interfaces: readonly InterfaceUnderTest[];
}

/** One interface of the agent: a URL with a binding. */
export interface InterfaceUnderTest {
  readonly agent: AgentUnderTest;
  readonly endpoint: Endpoint;
  /** The text of the specification that its results are judged by. */
  readonly text: SpecText;
  /** Whether the calls carry credentials: the user gave some, and named its origin. */
  readonly isIdentified: boolean;
  getPrompt(state: PromptState): string | null;
  /** Records calls in a new recording with the given name. */
  record<T>(name: string, run: (calls: Calls) => Promise<T>): Promise<T>;
  /** The result of a probe, which runs once for the interface. */
  use<T>(probe: Probe<T>): Promise<T>;
}

/** 0.2 and 0.3 name and encode operations alike, and leave open what 1.0 decides. */
export const isBefore1 = ({ endpoint }: InterfaceUnderTest): boolean =>
  getEncodingVersion(endpoint.version) !== "1.0";

/** Calls whose result several checks read. */
export interface Probe<T> {
  readonly name: string;
  run(calls: Calls, subject: InterfaceUnderTest): Promise<T>;
}

/** Sends requests and records them. Each resolves when the response has ended, or took too long. */
export interface Calls {
  /** The request that a call is encoded as. */
  encode(call: Call): OutgoingRequest;
  call(call: Call): Promise<Response>;
  send(request: OutgoingRequest, options?: SendingOptions): Promise<Response>;
  /** Starts a call without waiting for its end. */
  start(call: Call): Promise<RunningCall>;
  /** Starts a request without waiting for its end. */
  open(request: OutgoingRequest, options?: SendingOptions): Promise<RunningCall>;
  /** The URL of an inbox that records pushed notifications in the same recording. */
  openInbox(expected: ExpectedSender): Promise<ProbeInbox>;
  /** A task to cancel at the end of the grade if it still runs then. */
  noteTask(taskId: string): void;
  pause(ms: number): Promise<void>;
  createId(): string;
}

export interface SendingOptions {
  /** Without the user's headers, and so without credentials. */
  readonly isBare?: boolean;
  /**
   * Names, in lower case, of the headers that the request is about: it has the value that the check sets,
   * or none, whatever the user gave.
   */
  readonly testedHeaders?: readonly string[];
  /** Longest duration of the response. */
  readonly limitMs?: number;
}

/** The credentials that notifications must carry; others are refused. */
export interface ExpectedSender {
  readonly token?: string;
  readonly authentication?: { readonly scheme: string; readonly credentials: string };
}

export interface RunningCall {
  readonly response: Response;
  /** Resolves to true once the condition holds, to false when the response ended or took too long. */
  waitUntil(condition: () => boolean): Promise<boolean>;
  /** Closes the connection if the response is still open. */
  end(): Promise<void>;
  /** The same for a response that should have ended: the agent gets some time for it. */
  endSoon(): Promise<void>;
}

export interface ProbeInbox {
  readonly url: string;
  /** Resolves once as many notifications have arrived, or with those that came in time. */
  waitForNotifications(count?: number, limitMs?: number): Promise<readonly Response[]>;
}
