/** Notes a connection whose bytes cannot be read, such as TLS. They pass all the same. */

import type { ConnectionReader } from "./connection-reader.ts";
import type { HopContext } from "./tap-exchange.ts";

export class OpaqueBytes implements ConnectionReader {
  constructor({ queue, route, connection }: HopContext, what: string, t: number) {
    const text = `Connection ${connection} from ${route.listen} to ${route.target} uses ${what}. Its bytes pass unread.`;
    queue.append({ r: "note", t, text });
  }

  readRequest(): null {
    return null;
  }

  readResponse(): null {
    return null;
  }

  closeResponse(): void {}

  end(): void {}
}
