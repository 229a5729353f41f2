/**
 * Registry of the taps that were started in the app, each with recordings of its own.
 *
 * Guarantees: a tap runs until it is stopped, its present recording is deleted, or the server stops;
 * then its calls are ended and recorded.
 */

import type {
  HoldCommandRequest,
  TapRouteDraft,
  TapStartRequest,
} from "../api/schemas/api-requests.ts";
import {
  type CommandCheck,
  MAX_TAPS,
  type TapHolds,
  type TapStart,
  type TapState,
} from "../api/taps.ts";
import type { TapMode } from "../wire/record.ts";
import { ApiError } from "./http/api-error.ts";
import type { Library } from "./library.ts";
import type { LibraryTap } from "./library-taps.ts";
import type { Settings } from "./settings.ts";
import { checkTapDraft } from "./tap/check-tap-draft.ts";
import { type ControlServer, startControlServer } from "./tap/control/control-server.ts";
import { HoldControl } from "./tap/plan/hold-control.ts";
import { HoldWatch } from "./tap/plan/hold-watch.ts";
import { DEFAULT_ROLL_LIMITS, type RollLimits } from "./tap/rolling-sink.ts";
import { TapError } from "./tap/tap.ts";
import { formatAddress, formatProxy, formatRoute, formatTarget } from "./tap/tap-route.ts";

interface RunningTap {
  /** That of its first recording. */
  readonly id: string;
  readonly name: string;
  readonly mode: TapMode;
  readonly tap: LibraryTap;
}

type TapLibrary = Pick<Library, "dataFolder" | "recordings" | "taps">;
type TapSettings = Pick<Settings, "wide" | "allowTargets" | "host" | "port">;

export class Taps {
  readonly #library: TapLibrary;
  readonly #settings: TapSettings;
  readonly #rollLimits: RollLimits;
  readonly #running = new Map<string, RunningTap>();
  readonly #watch = new HoldWatch();
  readonly #control = new HoldControl(() =>
    this.list().flatMap(({ id, name, recording }) => {
      const running = this.#running.get(id);
      return running ? [{ id, name, recording, plan: running.tap.plan }] : [];
    }),
  );
  /** For commands and coding agents, as long as there are taps. */
  #server: Promise<ControlServer | null> | null = null;

  constructor(library: TapLibrary, settings: TapSettings, rollLimits = DEFAULT_ROLL_LIMITS) {
    this.#library = library;
    this.#settings = settings;
    this.#rollLimits = rollLimits;
  }

  async start({ startsAnyway, ...draft }: TapStartRequest): Promise<TapStart> {
    if (this.list().length >= MAX_TAPS) {
      throw new ApiError(
        "bad-request",
        `${MAX_TAPS} taps are running, the most at a time.`,
        "Stop one of them first. A tap may have several routes.",
      );
    }
    const { wide, allowTargets, host, port } = this.#settings;
    const policy = { wide, allow: allowTargets };
    const server = { host: host ?? "localhost", port };
    const checked = await checkTapDraft(draft, { policy, server, isWide: wide, startsAnyway });
    if ("message" in checked) return { problem: checked };
    const { routes, proxy } = checked;
    const places = [...routes.map(formatRoute), ...(proxy ? [formatProxy(proxy)] : [])];
    const name = `tap ${places.join(", ")}`;
    const createNext = async (startTime: Date) => {
      await this.#library.recordings.store.ensureSpace();
      return this.#library.recordings.create(name, startTime);
    };
    const recorder = await createNext(new Date());
    const { id } = recorder;
    try {
      const tap = await this.#library.taps.start({
        ...checked,
        recorder,
        policy,
        ...(draft.rolls && { roll: { limits: this.#rollLimits, createNext } }),
      });
      const running = { id, name, mode: draft.mode, tap };
      this.#running.set(id, running);
      this.#server ??= startControlServer(this.#library.dataFolder, this.#control);
      await this.#server;
      return { tap: toTapState(running) };
    } catch (error) {
      await this.#library.recordings.remove(id);
      // What was checked a moment ago has changed.
      if (!(error instanceof TapError)) throw error;
      const { message } = error;
      return { problem: { route: 0, field: "listen", message, canStartAnyway: false } };
    }
  }

  list(): TapState[] {
    for (const [id, { tap }] of this.#running) {
      // Its recording was deleted.
      if (!this.#library.taps.isLive(tap.recording)) this.#running.delete(id);
    }
    return [...this.#running.values()].map(toTapState);
  }

  /** What is held, and the breakpoints of all taps. The page that asks is there to let it go on. */
  listHolds(): TapHolds[] {
    this.#watch.onSeen();
    return this.#control.list();
  }

  /** A step that holds, or does something else, from now on. Returns its ID. */
  addBreakpoint(tap: string, step: unknown): string {
    const id = this.#control.addBreakpoint(tap, step);
    this.#watch.add(this.#control.getPlan(tap));
    return id;
  }

  enableBreakpoint(tap: string, id: string, isEnabled: boolean): void {
    this.#control.enableBreakpoint(tap, id, isEnabled);
  }

  removeBreakpoint(tap: string, id: string): void {
    this.#control.removeBreakpoint(tap, id);
  }

  /** Does with what is held what the user says. */
  resume(tap: string, id: string, command: HoldCommandRequest): void {
    this.#control.resume(tap, id, command);
  }

  /** Says what would become of what is held after a command. */
  checkCommand(tap: string, id: string, command: HoldCommandRequest): CommandCheck {
    return this.#control.check(tap, id, command);
  }

  async stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    await running?.tap.stop();
    this.#running.delete(id);
    if (this.#running.size === 0) await this.#closeServer();
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
    await this.#closeServer();
  }

  async #closeServer(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await (await server)?.close();
  }
}

function toTapState({ id, name, mode, tap }: RunningTap): TapState {
  return {
    id,
    recording: tap.recording,
    recordings: tap.recordingCount,
    name,
    mode,
    routes: listRoutes(tap),
    push: tap.push && formatAddress(tap.push),
    calls: tap.callCount,
    running: tap.runningCount,
    refused: tap.refused,
    failure: tap.failure,
  };
}

/** A proxy has one for each agent that it forwards to. */
function listRoutes({ routes, proxy }: LibraryTap): TapRouteDraft[] {
  const targets = proxy === null || proxy.targets === "loopback" ? [] : proxy.targets;
  const proxied = targets.map((target) => ({ listen: proxy?.listen, target }));
  return [...routes, ...proxied].flatMap(({ listen, target }) =>
    listen ? [{ listen: formatAddress(listen), target: formatTarget(target) }] : [],
  );
}
