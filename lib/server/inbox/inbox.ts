/**
 * The inboxes of a library, and the recording of what is posted to them.
 *
 * Guarantees: an inbox is found only by recording and key together; expected credentials are kept
 * only in memory, and are masked in everything recorded for the same recording.
 */

import type { InboxResponse } from "../../api/api-types.ts";
import type { InboxRequest } from "../../api/schemas/api-requests.ts";
import type { RunningExchanges } from "../exchange/running-exchanges.ts";
import { createInboxKey } from "../ids.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import type { LimitStore } from "../recording/limit-store.ts";
import type { Recordings } from "../recordings.ts";
import {
  createNoInboxResponse,
  createNotificationResponse,
  recordNotification,
} from "./notification.ts";
import { type ExpectedCredentials, verifySender } from "./verify-sender.ts";

interface Inbox {
  readonly recording: string;
  readonly key: string;
  readonly expected: ExpectedCredentials;
}

/** Far more than users open. Beyond it, the oldest is closed. */
export const MAX_INBOXES = 1000;

interface InboxesOptions {
  readonly recordings: Recordings;
  readonly running: RunningExchanges;
  readonly limits: LimitStore;
  getMaskFactory(): Promise<MaskFactory>;
}

export class Inboxes {
  readonly #options: InboxesOptions;
  readonly #byKey = new Map<string, Inbox>();

  constructor(options: InboxesOptions) {
    this.#options = options;
    options.recordings.addWriter({
      isLive: () => false,
      stopAll: async (recording) => {
        for (const { key } of this.#findByRecording(recording)) this.#byKey.delete(key);
      },
    });
  }

  /** Opens an inbox of the named recording, or of a new one. */
  async open(request: InboxRequest): Promise<Omit<InboxResponse, "url">> {
    const { recording: named, name, token, authentication } = request;
    const secrets = [token, authentication?.credentials].filter((one) => one !== undefined);
    const { id: recording } = await this.#options.recordings.getRecorderFor(
      { url: "", headers: [], secrets, ...(named && { recording: named }), ...(name && { name }) },
      await this.#options.getMaskFactory(),
    );
    const key = createInboxKey();
    const expected = {
      ...(token !== undefined && { token }),
      ...(authentication && { authentication }),
    };
    this.#byKey.set(key, { recording, key, expected });
    if (this.#byKey.size > MAX_INBOXES) await this.#closeOldest();
    return { recording, key, path: `/inbox/${recording}/${key}` };
  }

  find(recording: string, key: string): Inbox | null {
    const inbox = this.#byKey.get(key);
    return inbox?.recording === recording ? inbox : null;
  }

  /** Records a notification posted to an inbox and returns the response to its sender. */
  async receive(request: Request, recording: string, key: string): Promise<Response> {
    const inbox = this.find(recording, key);
    if (!inbox) return createNoInboxResponse();
    const { recordings, running, limits, getMaskFactory } = this.#options;
    const [sink, createMask, { noticeBytes }] = await Promise.all([
      recordings.getRecorder(recording),
      getMaskFactory(),
      limits.getValues(),
    ]);
    const verification = verifySender(request.headers, inbox.expected);
    const secrets = this.getSecrets(recording);
    const { done, released } = await running.start(sink, (start) =>
      recordNotification(request, {
        ...start,
        verification,
        sink,
        createMask,
        secrets,
        maxBytes: noticeBytes,
      }),
    );
    // Ends before the response is sent: after the end record, the feed expects no more records of it.
    await released;
    recordings.noteChange(recording);
    return createNotificationResponse(inbox.expected, verification, await done);
  }

  /** Keys and credentials of a recording's inboxes, which must be masked. */
  getSecrets(recording: string): string[] {
    return this.#findByRecording(recording).flatMap(
      ({ key, expected: { token, authentication } }) => [
        key,
        ...(token === undefined ? [] : [token]),
        ...(authentication ? [authentication.credentials] : []),
      ],
    );
  }

  #findByRecording(recording: string): Inbox[] {
    return [...this.#byKey.values()].filter((inbox) => inbox.recording === recording);
  }

  async #closeOldest(): Promise<void> {
    const [oldest] = this.#byKey.values();
    if (oldest === undefined) return;
    this.#byKey.delete(oldest.key);
    // Its recording may be deleted; then no note is needed.
    const recorder = await this.#options.recordings.getRecorder(oldest.recording).catch(() => null);
    const text = `An inbox of this recording was closed: it was the oldest, and Loupe keeps at most ${MAX_INBOXES} open.`;
    recorder?.append({ r: "note", t: recorder.now(), text });
  }
}
