/** Removes user info, and the values of parameters whose names suggest a secret, from a URL. */

import { decodeComponent } from "./credentials.ts";
import { SECRET_PARAMETER } from "./secret-names.ts";

export function redactUrl(url: string): string {
  return url
    .replace(/^([a-z][\w+.-]*:)?\/\/[^/?#@]*@/i, "$1//")
    .replace(/([?&#])([^=&#]*)=([^&#]*)/g, (whole, before: string, name: string) =>
      SECRET_PARAMETER.test(decodeComponent(name)) ? `${before}${name}=…` : whole,
    );
}
