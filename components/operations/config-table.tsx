"use client";
// Table of the push configurations that the agent returned. Secrets are mentioned, but not shown.
import type { PushConfigSummary } from "../../lib/protocol/model.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import type { FormOperation } from "./operation-fields.ts";

export interface ConfigTableProps {
  configs: readonly PushConfigSummary[];
  /** The requested task, for configurations that do not name one. */
  taskId: string;
  onAsk: (operation: FormOperation, taskId: string, configId: string) => void;
}

export function ConfigTable({ configs, taskId, onAsk }: ConfigTableProps) {
  if (configs.length === 0) return <p className="operations-none">No configurations.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="operations-table" aria-label="Push configurations" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            <th scope="col">URL</th>
            <th scope="col">Authentication</th>
            <th scope="col">
              <span className="sr-only">Operations</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {configs.map((config, index) => (
            <tr key={`${String(index)} ${config.id}`}>
              <td className="mono">{boundText(config.id ?? "no id")}</td>
              <td className="mono" title={config.url}>
                {boundText(config.url)}
              </td>
              <td>{formatAuthentication(config)}</td>
              <td>
                <Button
                  size={24}
                  disabled={config.id === null}
                  onClick={() => onAsk("push-delete", config.taskId ?? taskId, config.id ?? "")}
                >
                  Delete
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatAuthentication({ hasToken, schemes, hasCredentials }: PushConfigSummary): string {
  const named = schemes.length > 0 ? schemes.join(", ") : hasCredentials ? "credentials" : "";
  return [hasToken ? "token" : "", named].filter(Boolean).join(" and ") || "none";
}
