/**
 * Passes one connection of a caller on to its agent, byte for byte, and shows a copy to a reader.
 *
 * Guarantees: one write for one read, before the bytes are read for the record; a side that does not
 * take its bytes stops the other; a closed side stays half open, a reset stays a reset.
 */

import net, { type NetConnectOpts, type Socket } from "node:net";
import type { RecordSink } from "../exchange/exchange-context.ts";
import { createFailedEnd, createHangUpEnd, type EndDetails } from "../exchange/exchange-end.ts";
import { MAX_PENDING_BYTES } from "../exchange/response-body.ts";
import type { ConnectionReader, EndFactory } from "./connection-reader.ts";
import type { ReverseEditor } from "./reverse-editor.ts";

export interface TapConnectionOptions {
  readonly sink: Pick<RecordSink, "now" | "pendingBytes" | "waitUntilWritten">;
  readonly reader: ConnectionReader;
  /** Changes bytes on their way; `null` if they pass as they are. */
  readonly editor: ReverseEditor | null;
  readonly connect: Pick<net.TcpNetConnectOpts, "host" | "port" | "lookup">;
  onClose(): void;
}

/** For how long a caller may send its request when the agent cannot be reached, for the record. */
const UNREACHABLE_GRACE_MS = 200;

const STOPPED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "The tap was stopped before the response was complete." },
};

type Side = "caller" | "agent";

export class TapConnection {
  readonly caller: Socket;
  readonly agent: Socket;
  readonly #options: TapConnectionOptions;
  readonly #hasEnded = { caller: false, agent: false };
  #isConnected = false;
  #openSides = 2;
  #graceTimer: NodeJS.Timeout | undefined;

  constructor(caller: Socket, options: TapConnectionOptions) {
    this.#options = options;
    this.caller = caller;
    const target: NetConnectOpts = { ...options.connect, allowHalfOpen: true, noDelay: true };
    this.agent = net.connect(target);
    caller.setNoDelay(true);
    this.agent.once("connect", () => {
      this.#isConnected = true;
    });
    this.#forward("caller", caller, this.agent);
    this.#forward("agent", this.agent, caller);
  }

  /** Ends what is open and closes both sides. */
  stop(): void {
    this.#end(() => STOPPED_END);
    this.#reset(this.caller);
    this.#reset(this.agent);
  }

  #forward(side: Side, from: Socket, to: Socket): void {
    const { sink, reader, editor } = this.#options;
    const isCaller = side === "caller";
    const direction = isCaller ? "request" : "response";
    from.on("data", (read: Buffer) => {
      const t = sink.now();
      const bytes = !editor
        ? read
        : isCaller
          ? editor.editRequest(read)
          : editor.editResponse(read);
      const goesOn =
        bytes.length === 0 ||
        to.write(bytes, (error) => {
          if (delay === null && !error) exchange?.addDelay(direction, sink.now() - t);
        });
      // Usually the system takes the bytes at once.
      const delay = to.writableLength === 0 ? sink.now() - t : null;
      if (!goesOn) from.pause();
      // The record has what the agent receives and sends.
      const exchange = isCaller
        ? reader.readRequest(bytes, t, delay)
        : reader.readResponse(read, t, delay);
      if (sink.pendingBytes > MAX_PENDING_BYTES) void this.#waitForDisk(from, to);
    });
    to.on("drain", () => from.resume());
    from.on("end", () => {
      this.#hasEnded[side] = true;
      if (!isCaller) {
        const rest = editor?.closeResponse();
        if (rest && rest.length > 0) to.write(rest);
        reader.closeResponse(sink.now());
        this.#end(this.#hasEnded.caller ? createClientEnd : createAgentEnd);
      }
      to.end();
    });
    from.on("error", (error) => this.#onError(side, error, to));
    from.on("close", () => {
      this.#openSides -= 1;
      if (this.#openSides > 0) return;
      clearTimeout(this.#graceTimer);
      this.#end(this.#hasEnded.caller ? createClientEnd : createAgentEnd);
      this.#options.onClose();
    });
  }

  /** Reading pauses while the disk is behind, so that memory stays bounded. */
  async #waitForDisk(from: Socket, to: Socket): Promise<void> {
    from.pause();
    await this.#options.sink.waitUntilWritten();
    if (!to.writableNeedDrain) from.resume();
  }

  #onError(side: Side, error: Error, to: Socket): void {
    if (side === "agent" && !this.#isConnected) return this.#onUnreachable(error);
    const isAbort = side === "caller" || this.#hasEnded.caller;
    this.#end(isAbort ? createClientEnd : () => createFailedEnd(error, "exchange"));
    this.#reset(to);
  }

  #onUnreachable(error: Error): void {
    const close = () => {
      this.#end(() => createFailedEnd(error, "connect"));
      this.#reset(this.caller);
    };
    if (this.caller.bytesRead > 0) return close();
    this.caller.resume();
    this.caller.once("data", close);
    this.#graceTimer = setTimeout(close, UNREACHABLE_GRACE_MS);
  }

  /** Ends the exchanges that are not complete. A caller may still begin another. */
  #end(createEnd: EndFactory): void {
    this.#options.reader.end(createEnd, this.#options.sink.now());
  }

  #reset(socket: Socket): void {
    if (socket.destroyed) return;
    if (socket.connecting) socket.destroy();
    else socket.resetAndDestroy();
  }
}

const createClientEnd: EndFactory = () => ({
  cause: "aborted",
  error: {
    by: "client",
    message: "The caller closed the connection before the response was complete.",
  },
});

const createAgentEnd: EndFactory = ({ hasHead }) =>
  createHangUpEnd(
    hasHead
      ? "The agent closed the connection before the response was complete."
      : "The agent closed the connection without a response.",
  );
