"use client";
// List of recently used agents. A click connects.
import { useEffect, useState } from "react";
import {
  type RecentAgent,
  readSetting,
  SETTINGS,
  writeSetting,
} from "../../lib/session/settings.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatRelativeTime } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Listing } from "../ui/listing.tsx";
import { Tag } from "../ui/tag.tsx";

export function RecentAgents({ onChoose }: { onChoose: (address: string) => void }) {
  const [agents, setAgents] = useState<readonly RecentAgent[]>([]);
  useEffect(() => setAgents(readSetting(SETTINGS.recentAgents)), []);
  if (agents.length === 0) return null;
  const clear = () => {
    writeSetting(SETTINGS.recentAgents, []);
    setAgents([]);
  };
  return (
    <Listing
      title="Recent agents"
      actions={
        <Button size={24} onClick={clear}>
          Clear
        </Button>
      }
    >
      <ul>
        {agents.map(({ address, name, at, version }) => (
          <li key={address} className="border-b border-line-1">
            <button
              type="button"
              className="grid min-h-11 w-full grid-cols-[14px_minmax(0,1fr)_auto_92px] items-center gap-3 px-1 text-left hover:bg-bg-2 max-phone:min-h-13 max-phone:grid-cols-[14px_minmax(0,1fr)_auto]"
              onClick={() => onChoose(address)}
            >
              <Icon name="agent" size={14} className="text-fg-3" />
              <span className="flex min-w-0 items-baseline gap-2.5 max-phone:grid max-phone:gap-0 max-phone:leading-4.5">
                <b className="max-w-[60%] flex-none truncate font-medium max-phone:max-w-full">
                  {boundText(name)}
                </b>
                <span className="mono truncate text-12 text-fg-3">
                  {boundText(formatAddress(address))}
                </span>
              </span>
              {version !== undefined && (
                <Tag className="max-phone:hidden">{version} · JSON-RPC</Tag>
              )}
              <time
                dateTime={at}
                className="col-start-4 text-right text-12/5 text-fg-3 max-phone:col-start-3"
              >
                {formatRelativeTime(at, Date.now())}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </Listing>
  );
}

/** Hides https, but keeps http visible because it is not encrypted. */
function formatAddress(address: string): string {
  return address.replace(/^https:\/\//, "").replace(/\/$/, "");
}
