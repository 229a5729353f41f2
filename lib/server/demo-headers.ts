/** Headers that authorize a call to this server's own demo agent. */

import type { HeaderList } from "../wire/record.ts";
import { DEMO_HEADER, isPossibleDemoUrl } from "./demo-access.ts";
import type { Settings } from "./settings.ts";
import { isThisMachine } from "./ssrf-guard/resolve-target.ts";

/** None for other addresses, and where no token is required. */
export function createDemoHeaders(
  url: string,
  settings: Pick<Settings, "hosts" | "host" | "port"> & { readonly demoKey?: string },
): HeaderList {
  const target = URL.canParse(url) ? new URL(url) : null;
  const { demoKey } = settings;
  if (!target || !demoKey || !isPossibleDemoUrl(target, settings)) return [];
  const isOwn = settings.hosts.includes(target.hostname) || isThisMachine(target.hostname);
  return isOwn ? [[DEMO_HEADER, demoKey]] : [];
}
