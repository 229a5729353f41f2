/** A URL as it may be shown to anybody: without what stands in it under a name of secrets. */

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
