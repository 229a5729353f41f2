/** Headers that authorize a call to this server's own demo agents. */

import type { HeaderList } from "../wire/record.ts";
import { DEMO_HEADER, isPossibleDemoUrl } from "./demo-access.ts";
import type { Settings } from "./settings.ts";
import { isThisMachine } from "./ssrf-guard/resolve-target.ts";

type ServerAddress = Pick<Settings, "hosts" | "host" | "port">;

/** None for other addresses, and where no token is required. */
export function createDemoHeaders(
  url: string,
  settings: ServerAddress & { readonly demoKey?: string },
): HeaderList {
  const { demoKey } = settings;
  return demoKey && isOwnDemoUrl(url, settings) ? [[DEMO_HEADER, demoKey]] : [];
}

/** True for a URL of a demo agent of this server. */
export function isOwnDemoUrl(url: string, settings: ServerAddress): boolean {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !isPossibleDemoUrl(target, settings)) return false;
  return settings.hosts.includes(target.hostname) || isThisMachine(target.hostname);
}
