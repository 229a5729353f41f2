/** The origins that the user named: only they get the user's credentials. */

import type { HeaderList } from "../../wire/record.ts";
import { isForAnyOrigin } from "../exchange/http-request.ts";

/** The origin of a URL; an address that is no URL is compared as it is. */
export const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

export class TrustedOrigins {
  readonly #origins: Set<string>;

  constructor(urls: readonly string[]) {
    this.#origins = new Set(urls.map(getOrigin));
  }

  add(url: string): void {
    this.#origins.add(getOrigin(url));
  }

  /** The headers that may go to the URL. */
  selectHeaders(headers: HeaderList, url: string): HeaderList {
    const isTrusted = this.#origins.has(getOrigin(url));
    return headers.filter(([name]) => isTrusted || isForAnyOrigin(name));
  }
}
