"use client";
// Inspector content while no row is selected: the connected agent and its card.
import { useAgent } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";

export function AgentSummary() {
  const card = useAgent((agent) => agent.card);
  const endpoint = useAgent((agent) => agent.endpoint);
  if (!card) {
    return (
      <section className="inspector" aria-label="Inspector" data-testid="inspector">
        <EmptyState icon="search" title="Select a row">
          Its text, JSON and exact bytes appear here.
        </EmptyState>
      </section>
    );
  }
  return (
    <section className="inspector" aria-label="Agent card" data-testid="inspector">
      <header className="card-head">
        <h2>{boundText(card.name)}</h2>
        {card.description !== "" && <p>{boundText(card.description, MAX_TEXT_LENGTH)}</p>}
        {endpoint && (
          <dl className="fact-list">
            <div>
              <dt>Endpoint</dt>
              <dd className="mono">{boundText(endpoint.url)}</dd>
            </div>
            <div>
              <dt>Reason</dt>
              <dd>{boundText(endpoint.why)}</dd>
            </div>
          </dl>
        )}
      </header>
      <JsonTree label="Agent card" value={card.raw} openDepth={2} className="fill" />
    </section>
  );
}
