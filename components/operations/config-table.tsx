"use client";
// Table of the push configurations that the agent returned. Secrets are mentioned, but not shown.
import type { PushConfigSummary } from "../../lib/protocol/model.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import type { FormOperation } from "./operation-fields.ts";
import { CELL, HeadCell, LAST_CELL, ResultTable } from "./result-table.tsx";

export interface ConfigTableProps {
  configs: readonly PushConfigSummary[];
  /** The requested task, for configurations that do not name one. */
  taskId: string;
  onAsk: (operation: FormOperation, taskId: string, configId: string) => void;
}

export function ConfigTable({ configs, taskId, onAsk }: ConfigTableProps) {
  if (configs.length === 0) return <p className="text-fg-3">No configurations.</p>;
  return (
    <ResultTable
      label="Push configurations"
      head={
        <>
          <HeadCell>Configuration</HeadCell>
          <HeadCell>URL</HeadCell>
          <HeadCell>Authentication</HeadCell>
        </>
      }
    >
      {configs.map((config, index) => (
        <tr key={`${String(index)} ${config.id}`}>
          <td className={cx(CELL, "mono")}>{boundText(config.id ?? "no id")}</td>
          <td className={cx(CELL, "mono")} title={config.url}>
            {boundText(config.url)}
          </td>
          <td className={CELL}>{formatAuthentication(config)}</td>
          <td className={LAST_CELL}>
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
    </ResultTable>
  );
}

function formatAuthentication({ hasToken, schemes, hasCredentials }: PushConfigSummary): string {
  const named = schemes.length > 0 ? schemes.join(", ") : hasCredentials ? "credentials" : "";
  return [hasToken ? "token" : "", named].filter(Boolean).join(" and ") || "none";
}
