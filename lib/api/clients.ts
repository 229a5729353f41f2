/** The clients of the machine that Loupe's server runs on, as the API lists them. */

export interface ClientsState {
  /** Why this server runs no client; `null` if it does. */
  readonly refusal: string | null;
  /** The folder of the project whose SDKs are found. */
  readonly folder: string;
  readonly found: readonly FoundClient[];
  readonly missing: readonly MissingClient[];
}

export interface FoundClient {
  /** By which a request names it. */
  readonly id: string;
  /** `@a2a-js/sdk 0.3.14`. */
  readonly name: string;
}

export interface MissingClient {
  readonly id: string;
  readonly title: string;
  /** The command that installs it. */
  readonly install: string;
}
