"use client";
// Why there is no client to choose, or which others could be installed.

import type { ClientsState } from "../../lib/api/clients.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";

export function NoClients({ state }: { state: ClientsState }) {
  const { refusal, missing } = state;
  if (refusal !== null) {
    return (
      <Banner
        severity="note"
        who="Loupe"
        title="This server runs no clients"
        remedy={
          <>
            Run <span className="mono">loupe client</span> on the exported log instead.
          </>
        }
      >
        {refusal}
      </Banner>
    );
  }
  if (missing.length === 0) return null;
  return (
    <Banner severity="note" who="Loupe" title="No client found">
      <p className="mb-1">
        Install one in <span className="mono wrap-anywhere">{boundText(state.folder)}</span>, then
        open this dialog again:
      </p>
      <InstallList missing={missing} />
    </Banner>
  );
}

/** Which clients could be tested beside those that are there. */
export function OtherClients({ state: { folder, missing } }: { state: ClientsState }) {
  if (missing.length === 0) return null;
  return (
    <details className="text-fg-2">
      <summary className="w-fit">Other clients</summary>
      <p className="my-1">
        SDKs are looked for in <span className="mono wrap-anywhere">{boundText(folder)}</span>.
      </p>
      <InstallList missing={missing} />
    </details>
  );
}

function InstallList({ missing }: Pick<ClientsState, "missing">) {
  return (
    <ul className="grid">
      {missing.map(({ id, title, install }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <span>{title}</span>
          <span className="mono wrap-anywhere text-fg-1">{install}</span>
          <CopyButton text={install} what={`the command that installs ${title}`} size={24} />
        </li>
      ))}
    </ul>
  );
}
