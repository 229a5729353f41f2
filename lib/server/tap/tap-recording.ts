/**
 * The recording side of a tap: reads the copied bytes of all connections into exchanges, and writes
 * their records.
 *
 * Guarantees: records reach the sink in the order of their times; a connection is forgotten when
 * nothing more comes of it.
 */

import type { PublicKey } from "../../protocol/card/signature/public-keys.ts";
import type { HeadRecord, OpenHop } from "../../wire/record.ts";
import type { RecordSink } from "../exchange/exchange-context.ts";
import { createHangUpEnd } from "../exchange/exchange-end.ts";
import type { ExchangeLimit } from "../exchange/exchange-limits.ts";
import { MAX_PENDING_BYTES } from "../exchange/response-body.ts";
import { createExchangeId } from "../ids.ts";
import { KnownSecrets } from "../masking/known-secrets.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import { CallerPrograms, describeCaller, type ProgramFinder } from "./caller-program.ts";
import { verifyCard } from "./card-signatures.ts";
import type { EndFactory } from "./connection-reader.ts";
import { ProtocolSniffer } from "./protocol-sniffer.ts";
import { RecordQueue } from "./record-queue.ts";
import type { Delivery } from "./tap-editor.ts";
import type { TapExchange } from "./tap-exchange.ts";
import type {
  BytesMessage,
  NoteMessage,
  OpenMessage,
  TapEnd,
  TapMessage,
  TapRecorder,
} from "./tap-message.ts";

export interface TapRecordingOptions {
  readonly sink: RecordSink;
  readonly createMask: MaskFactory;
  /** How much of each request and response is recorded. */
  readonly limit: ExchangeLimit;
  /** Keys that verify the signatures of cards (default: none). */
  readonly signatureKeys?: readonly PublicKey[];
  /** Absent: the system tells which program calls. */
  readonly programs?: ProgramFinder;
}

interface TappedConnection {
  readonly reader: ProtocolSniffer;
  readonly received: OpenHop["received"][];
  readonly delivered: Delivery[];
  remote: HeadRecord["remote"];
  /** The exchanges of the last bytes. */
  readonly last: { request: TapExchange | null; response: TapExchange | null };
}

export class TapRecording implements TapRecorder {
  readonly #options: TapRecordingOptions;
  readonly #queue: RecordQueue;
  readonly #programs: ProgramFinder;
  readonly #secrets = new KnownSecrets();
  /** Callers whose agent is not known yet. */
  readonly #callers = new Map<number, OpenHop["caller"]>();
  readonly #connections = new Map<number, TappedConnection>();

  constructor(options: TapRecordingOptions) {
    this.#options = options;
    this.#queue = new RecordQueue(options.sink);
    this.#programs = options.programs ?? new CallerPrograms();
  }

  now(): number {
    return this.#options.sink.now();
  }

  get isBehind(): boolean {
    return this.#options.sink.pendingBytes > MAX_PENDING_BYTES;
  }

  waitForRoom(): Promise<void> {
    return this.#options.sink.waitUntilWritten();
  }

  async waitUntilRecorded(): Promise<void> {
    await this.#queue.waitUntilEmpty();
    await this.#options.sink.waitUntilWritten();
  }

  /** A caller is looked up when its message is sent. */
  waitForCaller(): Promise<void> | null {
    return null;
  }

  send(message: TapMessage): void {
    if (message.kind === "open") return this.#open(message);
    if (message.kind === "note") {
      return this.#note(message);
    }
    if (message.kind === "caller") {
      this.#callers.set(message.connection, describeCaller(this.#programs, message));
      return;
    }
    if (message.kind === "gone") this.#callers.delete(message.connection);
    const connection = this.#connections.get(message.connection);
    if (!connection) return;
    const { reader, last } = connection;
    switch (message.kind) {
      case "bytes":
        return this.#read(connection, message);
      case "connected":
        connection.remote = message.remote;
        return;
      case "delay":
        last[message.direction]?.addDelay(message.direction, message.delay);
        return;
      case "received":
        connection.received.push(message.received);
        return;
      case "delivered":
        connection.delivered.push(message.delivery);
        return;
      case "edit":
        reader.findExchange(message.exchange)?.recordEdit(message.edit, message.t);
        return;
      case "agent-closed":
        return reader.closeResponse(message.t);
      case "end":
        return reader.end(toEndFactory(message.end), message.t);
      case "gone":
        this.#connections.delete(message.connection);
    }
  }

  #note({ t, text }: NoteMessage): void {
    const { createMask } = this.#options;
    const masker = new SecretMasker({ url: "", headers: [] }, createMask, this.#secrets);
    this.#queue.append(masker.maskRecord({ r: "note", t, text }));
  }

  #open({
    connection: number,
    route,
    scheme,
    isNotification,
    hasPlan,
    caller,
    localPort,
  }: OpenMessage): void {
    const { createMask, limit, signatureKeys = [] } = this.#options;
    const received: TappedConnection["received"] = [];
    const delivered: TappedConnection["delivered"] = [];
    const reader = new ProtocolSniffer({
      queue: this.#queue,
      createMask,
      secrets: this.#secrets,
      createId: createExchangeId,
      limit,
      route,
      scheme,
      isNotification,
      hasPlan,
      connection: number,
      caller: this.#callers.get(number) ?? describeCaller(this.#programs, { caller, localPort }),
      getRemote: () => connection.remote,
      verifyCard: (text) => verifyCard(text, signatureKeys),
      takeReceived: () => received.shift(),
      takeDelivered: (stream) => takeDelivery(delivered, stream),
    });
    const last = { request: null, response: null };
    const connection: TappedConnection = { reader, received, delivered, remote: undefined, last };
    this.#connections.set(number, connection);
  }

  #read({ reader, last }: TappedConnection, { direction, bytes, t, delay }: BytesMessage): void {
    last[direction] =
      direction === "request"
        ? reader.readRequest(bytes, t, delay)
        : reader.readResponse(bytes, t, delay);
  }
}

function takeDelivery(all: Delivery[], stream: number | undefined): Delivery | undefined {
  const at = all.findIndex((one) => one.stream === stream);
  return at < 0 ? undefined : all.splice(at, 1)[0];
}

function toEndFactory(end: TapEnd): EndFactory {
  if (end !== "agent") return () => end;
  return ({ hasHead }) =>
    createHangUpEnd(
      hasHead
        ? "The agent closed the connection before the response was complete."
        : "The agent closed the connection without a response.",
    );
}
