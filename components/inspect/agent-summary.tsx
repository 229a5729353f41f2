"use client";
// Inspector content while no row is selected: the connected agent and its card.
import { useAgent } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";

const PANE = "flex h-full min-h-0 min-w-0 flex-col bg-bg-1";
const FACT = "grid grid-cols-[110px_minmax(0,1fr)] gap-3 py-[3px]";

export function AgentSummary() {
  const card = useAgent((agent) => agent.card);
  const endpoint = useAgent((agent) => agent.endpoint);
  if (!card) {
    return (
      <section className={PANE} aria-label="Inspector" data-testid="inspector">
        <EmptyState icon="search" title="Select a row">
          Its text, JSON and exact bytes appear here.
        </EmptyState>
      </section>
    );
  }
  return (
    <section className={PANE} aria-label="Agent card" data-testid="inspector">
      <header className="border-b border-line-1 px-3 pt-3">
        <h2 className="text-18 font-[640]">{boundText(card.name)}</h2>
        {card.description !== "" && (
          <p className="mt-1 text-fg-2">{boundText(card.description, MAX_TEXT_LENGTH)}</p>
        )}
        {endpoint && (
          <dl className="py-2 text-12/5">
            <div className={FACT}>
              <dt className="text-fg-3">Endpoint</dt>
              <dd className="mono wrap-anywhere">{boundText(endpoint.url)}</dd>
            </div>
            <div className={FACT}>
              <dt className="text-fg-3">Reason</dt>
              <dd className="wrap-anywhere">{boundText(endpoint.why)}</dd>
            </div>
          </dl>
        )}
      </header>
      <JsonTree label="Agent card" value={card.raw} openDepth={2} className="flex-1" />
    </section>
  );
}
