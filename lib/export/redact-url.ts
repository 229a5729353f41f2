/** Removes user info, and the values of parameters whose names suggest a secret, from a URL. */

import { SECRET_PARAMETER } from "../wire/secret-names.ts";

export function redactUrl(url: string): string {
  return url
    .replace(/^([a-z][\w+.-]*:)?\/\/[^/?#@]*@/i, "$1//")
    .replace(/([?&#])([^=&#]*)=([^&#]*)/g, (whole, before: string, name: string) =>
      isSecretParameter(name) ? `${before}${name}=…` : whole,
    );
}

function isSecretParameter(name: string): boolean {
  try {
    return SECRET_PARAMETER.test(decodeURIComponent(name));
  } catch {
    return SECRET_PARAMETER.test(name);
  }
}
