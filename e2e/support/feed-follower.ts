// Follows a recording like a tab, without a tab: collects every line with its number.

import type { FeedRequest } from "../../lib/api/schemas/api-requests.ts";
import { FeedReader } from "../../lib/session/feed-reader.ts";

export class FeedFollower {
  /** Lines by number; lines that were delivered twice are in `twice`. */
  readonly lines: string[] = [];
  readonly duplicates: number[] = [];
  readonly #recording: string;

  constructor(recording: string) {
    this.#recording = recording;
  }

  /** Resumes after its last line, until the server is gone or all lines are delivered. */
  async follow(home: string, until: "gone" | "caught-up"): Promise<void> {
    const subscriptions = [{ recording: this.#recording, from: this.lines.length }];
    const leaving = new AbortController();
    const reader = new FeedReader({
      onRecord: (number, record) => {
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
      // Streams end like this when the server is killed.
      if (until === "caught-up" && !leaving.signal.aborted) throw error;
    }
  }
}
