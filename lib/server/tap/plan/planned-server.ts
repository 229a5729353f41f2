/** Puts a plan before a server of Loupe: a tap that records nothing. */

import { Tap, type TapOptions } from "../tap.ts";
import type { TapMessage, TapRecorder } from "../tap-message.ts";
import type { HostAndPort } from "../tap-route.ts";

class NoRecorder implements TapRecorder {
  readonly isBehind = false;

  now(): number {
    return performance.now();
  }

  send(_message: TapMessage): void {}

  waitForCaller(): null {
    return null;
  }

  async waitForRoom(): Promise<void> {}

  async waitUntilRecorded(): Promise<void> {}
}

/** Listens in place of a server on this machine. Its own address is in no card, and in no `Host`. */
export function startPlannedServer(
  listen: HostAndPort,
  target: HostAndPort,
  options: Pick<TapOptions, "plan" | "answers" | "maxCardBytes" | "hosts">,
): Promise<Tap> {
  const route = {
    via: "reverse",
    listen,
    target: { ...target, isSecure: false, prefix: "" },
  } as const;
  const policy = { wide: false, allow: [] };
  return Tap.start({ ...options, routes: [route], recorder: new NoRecorder(), policy });
}
