/** A URL as it may be shown to anybody: without what stands in it under a name of secrets. */

import { SECRET_PARAMETER } from "../wire/secret-names.ts";

export function shownUrl(url: string): string {
  return url
    .replace(/^([a-z][\w+.-]*:)?\/\/[^/?#@]*@/i, "$1//")
    .replace(/([?&#])([^=&#]*)=([^&#]*)/g, (whole, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=…` : whole,
    );
}

function isSecret(name: string): boolean {
  try {
    return SECRET_PARAMETER.test(decodeURIComponent(name));
  } catch {
    return SECRET_PARAMETER.test(name);
  }
}
