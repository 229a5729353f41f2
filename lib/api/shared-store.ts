/** The shared store as the page sees it. Credentials never leave the server. */

/** A name or note that another Loupe changed at the same time: its later change won. */
export interface StoreConflict {
  readonly recording: string;
  readonly kind: "name" | "note";
  readonly yours: string;
  readonly theirs: string;
  /** The Loupe that made the change that won. */
  readonly by: string;
}

export interface StoreState {
  /** `s3://bucket/prefix`. */
  readonly address: string;
  /** Recordings that are not uploaded yet, or whose changes are not. */
  readonly waiting: number;
  /** Why they wait; `null` if all is well. */
  readonly problem: string | null;
  readonly conflicts: readonly StoreConflict[];
  /** Recordings that cannot be read, are too large or damaged, and the reason for one; `null` for none. */
  readonly unreadable: {
    readonly count: number;
    readonly id: string;
    readonly reason: string;
  } | null;
}

/** `POST /api/recordings/{id}/link`. */
export interface LinkResponse {
  /** Of the log itself. */
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The most that a presigned address allows. */
export const MAX_LINK_SECONDS = 7 * 24 * 3600;
