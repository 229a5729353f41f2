/** What a call is encoded for, and the request that it becomes. */

import type { Framing, HeaderList } from "../../wire/record.ts";
import type { Binding } from "../versions.ts";
import type { ParamsTarget } from "./params.ts";

export interface CallTarget extends ParamsTarget {
  readonly url: string;
  readonly binding: Binding;
  /** JSON-RPC request id. */
  readonly id: string;
  /** The URIs of the extensions to request. */
  readonly extensions?: readonly string[];
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** The body's bytes in base64 if they are not text; `body` is then absent. */
  readonly bodyB64?: string;
  readonly framing?: Framing;
  /** Requested members that this binding cannot express, as paths. */
  readonly omitted?: readonly string[];
  /** Values that must be neither shown nor recorded. */
  readonly secrets?: readonly string[];
}
