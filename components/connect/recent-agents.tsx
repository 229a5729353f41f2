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
import { Icon } from "../ui/icons.tsx";
import { Listing } from "../ui/listing.tsx";
import { formatRelativeTime } from "../ui/relative-time.ts";
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
            <button type="button" className="recent" onClick={() => onChoose(address)}>
              <Icon name="agent" size={14} />
              <span className="recent-name">
                <b>{boundText(name)}</b>
                <span className="mono">{boundText(formatAddress(address))}</span>
              </span>
              {version !== undefined && <Tag>{version} · JSON-RPC</Tag>}
              <time dateTime={at}>{formatRelativeTime(at, Date.now())}</time>
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
