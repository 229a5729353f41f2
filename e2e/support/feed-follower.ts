// Follows a recording as a tab does, without a tab: every line it was handed, with its number.
import { FeedReader } from "../../lib/session/feed-reader.ts";
import type { FeedRequest } from "../../lib/wire/api-types.ts";

export class FeedFollower {
  /** By number; what was handed over twice is in `twice`. */
  readonly lines: string[] = [];
  readonly duplicates: number[] = [];
  readonly #recording: string;

  constructor(recording: string) {
    this.#recording = recording;
  }

  /** Goes on after the last line it has, until the server is gone or it has everything. */
  async follow(home: string, until: "gone" | "caught-up"): Promise<void> {
    const subscriptions = [{ recording: this.#recording, from: this.lines.length }];
    const leaving = new AbortController();
    const reader = new FeedReader({
      onRecord: (_recording, number, record) => {
        if (this.lines[number] !== undefined) this.duplicates.push(number);
        this.lines[number] = JSON.stringify(record);
      },
      onLine: ({ feed }) => {
        if (feed === "caught-up" && until === "caught-up") leaving.abort();
      },
    });
    try {
      const { body } = await fetch(`${home}/api/feed`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ subscriptions } satisfies FeedRequest),
        signal: leaving.signal,
      });
      for await (const bytes of body ?? []) reader.push(bytes);
    } catch (error) {
      // A server that is killed ends its streams so.
      if (until === "caught-up" && !leaving.signal.aborted) throw error;
    }
  }
}
