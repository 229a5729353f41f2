/**
 * An answer as a route of Loupe's own server gives it.
 *
 * Guarantees: only headers that mean something to a client of A2A are sent, for what an agent said
 * to its clients must set no cookie and loosen no rule of this server.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { playResponse, type ReplayStep } from "./play-response.ts";
import type { ReplayResponse } from "./replay-response.ts";

const FORWARDED_HEADERS = new Set([
  "content-type",
  "cache-control",
  "date",
  "retry-after",
  "www-authenticate",
  "x-accel-buffering",
  "a2a-version",
  "a2a-extensions",
  "x-a2a-extensions",
  "x-loupe-replay",
]);

/** What several lines say is one list. Of the others the last holds. */
const LIST_HEADERS = new Set(["www-authenticate", "a2a-extensions", "x-a2a-extensions"]);

/** Statuses that have no body, and those that no answer may have here. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Cut before it can be sent, a last piece would be lost with the connection. */
const CUT_AFTER_MS = 50;

/** `over` says that nobody waits for the answer any more, or that it is not to be given. */
export async function createRouteResponse(
  answer: ReplayResponse,
  over: readonly AbortSignal[],
): Promise<Response> {
  const left = new AbortController();
  const signal = AbortSignal.any([...over, left.signal]);
  const steps = playResponse(answer, signal);
  const first = await steps.next();
  if (first.done || first.value.kind !== "head") return createBrokenResponse();
  const { status, headers } = first.value.head;
  const passed = headers.filter(([name]) => FORWARDED_HEADERS.has(name.toLowerCase()));
  const init = {
    status: status >= 200 && status <= 599 ? status : 502,
    headers: toSendableHeaders(passed),
  };
  if (BODILESS_STATUSES.has(init.status)) return new Response(null, init);
  return new Response(
    createBodyStream(steps, signal, () => left.abort()),
    init,
  );
}

function createBodyStream(
  steps: AsyncGenerator<ReplayStep>,
  signal: AbortSignal,
  leave: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await steps.next();
        if (done) return controller.error(createAbortError());
        // A buffer of its own: what is recorded is sent again to the next one who asks.
        if (value.kind === "bytes") return controller.enqueue(Uint8Array.from(value.bytes));
        if (value.kind === "end") return controller.close();
        await (value.kind === "hold" ? waitForAbort(signal) : sleep(CUT_AFTER_MS));
        controller.error(createAbortError());
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** By this name a server takes it for a connection that went away, not for a fault of its own. */
const createAbortError = () => new DOMException("Cut, as recorded or asked.", "AbortError");

function createBrokenResponse(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(createAbortError()) });
  return new Response(body, { status: 502 });
}

function toSendableHeaders(headers: readonly (readonly [string, string])[]): Headers {
  const found = new Headers();
  for (const [name, value] of headers) {
    try {
      // An agent may want one of several things, and say each in a line of its own.
      if (LIST_HEADERS.has(name.toLowerCase())) found.append(name, value);
      else found.set(name, value);
    } catch {
      // A log may hold what no server can send.
    }
  }
  // Else a long answer would be compressed, and its pieces held back.
  found.set("cache-control", "no-cache, no-transform");
  return found;
}
