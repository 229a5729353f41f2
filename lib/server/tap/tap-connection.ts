/**
 * Passes one connection of a caller on to its agent, byte for byte, and shows a copy to a reader.
 *
 * Guarantees: one write for one read, before the bytes are read for the record; a side that does not
 * take its bytes stops the other; a closed side stays half open, a reset stays a reset.
 */

import net, { isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { createFailedEnd, type EndDetails } from "../exchange/exchange-end.ts";
import { toTlsEnd } from "../exchange/tls-failure.ts";
import type { TlsTrust } from "../exchange/tls-trust.ts";
import type { ProxyRefusal } from "./proxy-request.ts";
import type { EditorOutput, TapEditor } from "./tap-editor.ts";
import { LOUPE_END } from "./tap-exchange.ts";
import type { TapEnd, TapMessage, TapRecorder } from "./tap-message.ts";

export interface TapConnectionOptions {
  readonly recorder: TapRecorder;
  /** Its number in the recording. */
  readonly connection: number;
  /** Changes bytes on their way; `null` if they pass as they are. */
  readonly editor: TapEditor | null;
  /** The caller is answered if the agent cannot be reached; `null` if its connection is reset. */
  readonly createFailure: ((error: Error) => string) | null;
  /**
   * What the caller receives waits for this; `null` if for nothing. It may be gone afterwards, and is
   * then not found any more. Requests do not wait.
   */
  readonly callerLookUp: Promise<void> | null;
  /** What the caller receives when the agent is connected. */
  readonly greeting: string | null;
  readonly connect: Pick<net.TcpNetConnectOpts, "host" | "port" | "lookup">;
  /** How the agent is called over TLS; `null` if it is not. */
  readonly tls: AgentTls | null;
  /** The editor has answered a request itself. */
  onRefusal?(refusal: ProxyRefusal): void;
  onClose(): void;
}

interface AgentTls {
  readonly protocol: AgentProtocol;
  readonly trust: TlsTrust["options"];
}

/** What the caller speaks, so that the agent speaks it too. */
export type AgentProtocol = "h2" | "http/1.1";

/** For how long a caller may send its request when the agent cannot be reached, for the record. */
const UNREACHABLE_GRACE_MS = 200;

/** A caller that has not read what came before a reset may never learn of the reset. */
export const RESET_MS = 10;

const STOPPED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "The tap was stopped before the response was complete." },
};

/** Streams of HTTP/2 end with the connection of the one that is refused. */
const REFUSED_END: EndDetails = {
  cause: "aborted",
  error: {
    by: "loupe",
    message: "The tap closed the connection, because it refused another request on it.",
  },
};

const CLIENT_END: EndDetails = {
  cause: "aborted",
  error: {
    by: "client",
    message: "The caller closed the connection before the response was complete.",
  },
};

type Side = "caller" | "agent";

export class TapConnection {
  readonly caller: Socket;
  readonly agent: Socket;
  readonly #options: TapConnectionOptions;
  readonly #hasEnded = { caller: false, agent: false };
  #isConnected = false;
  #openSides = 2;
  #hasRefused = false;
  /** The agent waits until less is held. */
  #isFull = false;
  /** The caller is to be reset: an end in order must not come first. */
  #isReset = false;
  #graceTimer: NodeJS.Timeout | undefined;
  /** Until then, nothing is written to the caller. */
  #callerLookUp: Promise<void> | null;

  constructor(caller: Socket, options: TapConnectionOptions) {
    this.#options = options;
    this.caller = caller;
    this.#callerLookUp = options.callerLookUp;
    void this.#holdCaller(this.#callerLookUp);
    this.agent = connect(options);
    options.editor?.start?.(this.#createOutput(options.editor));
    caller.setNoDelay(true);
    this.agent.once(options.tls ? "secureConnect" : "connect", () => this.#onConnect());
    this.#forward("caller", caller, this.agent);
    this.#forward("agent", this.agent, caller);
  }

  /** What an editor passes on later than it came. */
  #createOutput(editor: TapEditor): EditorOutput {
    const { recorder } = this.#options;
    const sendBytes = (direction: "request" | "response", bytes: Buffer) =>
      this.#send({ kind: "bytes", ...this.#id, direction, bytes, t: recorder.now(), delay: null });
    return {
      toAgent: (bytes) => {
        this.#sendEdits(editor);
        if (bytes.length === 0 || this.agent.destroyed) return;
        this.agent.write(bytes);
        sendBytes("request", bytes);
      },
      toCaller: (bytes) => {
        if (!this.caller.destroyed) this.caller.write(bytes);
        if (!this.#isFull || editor.isFull || this.caller.writableNeedDrain) return;
        this.#isFull = false;
        this.agent.resume();
      },
      record: (direction, bytes, isFirst) => {
        if (isFirst && direction === "request") {
          this.#send({ kind: "received", ...this.#id, received: undefined });
        } else if (isFirst) {
          this.#send({ kind: "delivered", ...this.#id, delivery: { notes: [] } });
        }
        sendBytes(direction, bytes);
      },
      edit: (edit) => this.#send({ kind: "edit", ...this.#id, t: recorder.now(), ...edit }),
      close: (how) => this.#cut(how),
    };
  }

  /** Behind what was sent. */
  #cut(how: "reset" | "close"): void {
    this.#end(LOUPE_END);
    this.#reset(this.agent);
    this.#isReset = how === "reset";
    if (how === "close") this.#closeCaller((caller) => caller.end());
    else this.#closeCaller((caller) => setTimeout(() => this.#reset(caller), RESET_MS));
  }

  /** Resolves when nothing is held that the caller is to receive; `null` if nothing is. */
  waitUntilPassed(): Promise<void> | null {
    return this.#options.editor?.waitUntilPassed?.() ?? null;
  }

  /** Ends what is open and closes both sides. */
  stop(): void {
    this.#options.editor?.stop?.();
    this.#end(STOPPED_END);
    this.#reset(this.caller);
    this.#reset(this.agent);
  }

  #onConnect(): void {
    this.#isConnected = true;
    if (this.#options.greeting !== null) this.caller.write(this.#options.greeting);
    const { remoteAddress: address, remotePort: port } = this.agent;
    const remote = address !== undefined && port !== undefined ? { address, port } : undefined;
    this.#send({ kind: "connected", ...this.#id, remote });
  }

  async #holdCaller(lookUp: Promise<void> | null): Promise<void> {
    if (!lookUp) return;
    this.caller.cork();
    await lookUp;
    this.#callerLookUp = null;
    this.caller.uncork();
  }

  /** Closes the side of the caller, behind what it is to receive. */
  #closeCaller(close: (caller: Socket) => void): void {
    const waits = [this.#callerLookUp, this.waitUntilPassed()];
    if (waits.every((one) => one === null)) close(this.caller);
    else void Promise.all(waits).then(() => close(this.caller));
  }

  get #id(): { readonly connection: number } {
    return { connection: this.#options.connection };
  }

  #send(message: TapMessage): void {
    this.#options.recorder.send(message);
  }

  #forward(side: Side, from: Socket, to: Socket): void {
    const { recorder, editor } = this.#options;
    const isCaller = side === "caller";
    const direction = isCaller ? "request" : "response";
    from.on("data", (read: Buffer) => {
      const t = recorder.now();
      const bytes = editor ? this.#edit(editor, isCaller, read) : read;
      const goesOn =
        bytes.length === 0 ||
        to.write(bytes, (error) => {
          if (delay !== null || error) return;
          this.#send({ kind: "delay", ...this.#id, direction, delay: recorder.now() - t });
        });
      // Usually the system takes the bytes at once.
      const delay = to.writableLength === 0 ? recorder.now() - t : null;
      if (!goesOn) from.pause();
      // The record has what the agent receives and sends.
      const recorded = isCaller ? bytes : read;
      this.#send({ kind: "bytes", ...this.#id, direction, bytes: recorded, t, delay });
      if (!isCaller && editor?.isFull) {
        this.#isFull = true;
        from.pause();
      }
      if (recorder.isBehind) void this.#waitForRecorder(from, to);
      if (editor?.isOver) this.#close();
    });
    to.on("drain", () => {
      if (isCaller || !editor?.isFull) from.resume();
    });
    from.on("end", () => {
      this.#hasEnded[side] = true;
      if (isCaller) {
        this.#passHeldRequest();
        to.end();
      } else this.#onAgentEnd();
    });
    from.on("error", (error) => this.#onError(side, error, to));
    from.on("close", () => {
      if (isCaller) editor?.stop?.();
      this.#openSides -= 1;
      if (this.#openSides > 0) return;
      clearTimeout(this.#graceTimer);
      this.#end(this.#hasEnded.caller ? CLIENT_END : "agent");
      const leave = () => {
        this.#send({ kind: "gone", ...this.#id });
        this.#options.onClose();
      };
      // What is held is given up, which is recorded as well.
      const passed = this.waitUntilPassed();
      if (passed) void passed.then(leave);
      else leave();
    });
  }

  /** The last response is complete, or a request was refused. */
  #close(): void {
    if (this.#hasRefused) this.#end(REFUSED_END);
    this.#closeCaller((caller) => caller.end());
    this.agent.end();
  }

  #edit(editor: TapEditor, isCaller: boolean, read: Buffer): Buffer {
    const bytes = isCaller ? editor.editRequest(read) : editor.editResponse(read);
    this.#sendEdits(editor);
    const answer = isCaller ? editor.takeToCaller?.() : editor.takeToAgent?.();
    if (answer && answer.length > 0) (isCaller ? this.caller : this.agent).write(answer);
    const refusal = editor.takeRefusal?.();
    if (!refusal) return bytes;
    this.#hasRefused = true;
    this.#options.onRefusal?.(refusal);
    return bytes;
  }

  #sendEdits(editor: TapEditor): void {
    for (const received of editor.takeReceived()) {
      this.#send({ kind: "received", ...this.#id, received });
    }
    for (const delivery of editor.takeDelivered()) {
      this.#send({ kind: "delivered", ...this.#id, delivery });
    }
  }

  /** The agent receives what a caller has sent of a request, as without a tap. */
  #passHeldRequest(): void {
    const { editor, recorder } = this.#options;
    if (!editor) return;
    const bytes = editor.closeRequest();
    this.#sendEdits(editor);
    if (bytes.length === 0) return;
    this.agent.write(bytes);
    const t = recorder.now();
    this.#send({ kind: "bytes", ...this.#id, direction: "request", bytes, t, delay: null });
  }

  #onAgentEnd(): void {
    const { editor, recorder } = this.#options;
    if (editor) {
      const rest = editor.closeResponse();
      if (rest.length > 0) this.caller.write(rest);
      this.#sendEdits(editor);
    }
    this.#send({ kind: "agent-closed", ...this.#id, t: recorder.now() });
    this.#end(this.#hasEnded.caller ? CLIENT_END : "agent");
    this.#closeCaller((caller) => {
      if (!this.#isReset) caller.end();
    });
  }

  /** Reading pauses while the record is behind, so that memory stays bounded. */
  async #waitForRecorder(from: Socket, to: Socket): Promise<void> {
    from.pause();
    await this.#options.recorder.waitForRoom();
    if (!to.writableNeedDrain) from.resume();
  }

  #onError(side: Side, error: Error, to: Socket): void {
    if (side === "agent" && !this.#isConnected) return this.#onUnreachable(error);
    const isAbort = side === "caller" || this.#hasEnded.caller;
    if (side === "caller" && !this.#hasEnded.caller) this.#passHeldRequest();
    this.#end(isAbort ? CLIENT_END : this.#createEnd(error, "exchange"));
    if (side === "caller") this.#reset(to);
    else this.#closeCaller((caller) => this.#reset(caller));
  }

  #onUnreachable(error: Error): void {
    const close = () => {
      this.#end(this.#createEnd(error, this.agent.bytesRead > 0 ? "handshake" : "connect"));
      const failure = this.#options.createFailure?.(error);
      this.#closeCaller((caller) => {
        if (failure === undefined) this.#reset(caller);
        else caller.end(failure);
      });
    };
    if (this.caller.bytesRead > 0) return close();
    this.caller.resume();
    this.caller.once("data", close);
    this.#graceTimer = setTimeout(close, UNREACHABLE_GRACE_MS);
  }

  #createEnd(error: Error, phase: "connect" | "handshake" | "exchange"): EndDetails {
    return (this.#options.tls && toTlsEnd(error, null)) || createFailedEnd(error, phase);
  }

  /** Ends the exchanges that are not complete. A caller may still begin another. */
  #end(end: TapEnd): void {
    this.#send({ kind: "end", ...this.#id, end, t: this.#options.recorder.now() });
  }

  #reset(socket: Socket): void {
    if (socket.destroyed) return;
    // TLS has no reset of its own.
    if (socket.connecting || socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  }
}

function connect({ connect: to, tls }: TapConnectionOptions): Socket {
  const options = { ...to, allowHalfOpen: true, noDelay: true };
  if (!tls) return net.connect(options);
  const { protocol, trust } = tls;
  const servername = isIP(to.host ?? "") ? "" : to.host;
  return connectTls({ ...options, ...trust, servername, ALPNProtocols: [protocol] });
}
