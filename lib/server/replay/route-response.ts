/**
 * Replay response as the response of a route of Loupe's server.
 *
 * Guarantees: only headers that matter to an A2A client are sent, because an agent's recorded headers
 * must not set cookies or weaken this server's security headers.
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

/** Headers whose lines form one list. For all others, the last line counts. */
const LIST_HEADERS = new Set(["www-authenticate", "a2a-extensions", "x-a2a-extensions"]);

/** Statuses without a body. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Delay before a cut: without it, the last write would be lost with the connection. */
const CUT_AFTER_MS = 50;

/** `over`: signals that the client has disconnected or the replay was stopped. */
export async function createRouteResponse(
  response: ReplayResponse,
  over: readonly AbortSignal[],
): Promise<Response> {
  const left = new AbortController();
  const signal = AbortSignal.any([...over, left.signal]);
  const steps = playResponse(response, signal);
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
        // A copy: the recorded bytes are needed again for the next client.
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

/** Servers treat an AbortError as a lost connection, not as a failure of their own. */
const createAbortError = () =>
  new DOMException("Connection cut, as recorded or requested.", "AbortError");

function createBrokenResponse(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(createAbortError()) });
  return new Response(body, { status: 502 });
}

function toSendableHeaders(headers: readonly (readonly [string, string])[]): Headers {
  const found = new Headers();
  for (const [name, value] of headers) {
    try {
      // An agent may accept one of several values, each in its own header line.
      if (LIST_HEADERS.has(name.toLowerCase())) found.append(name, value);
      else found.set(name, value);
    } catch {
      // A log may contain headers that no server can send.
    }
  }
  // Otherwise Next.js compresses a long response and delays its writes.
  found.set("cache-control", "no-cache, no-transform");
  return found;
}
