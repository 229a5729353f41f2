"use client";
// All that the protocol lets one ask, and what the version spoken here calls it.
import { getMethodName, getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { NARROW } from "../command/screen-state.ts";
import { useAgent } from "../session.tsx";
import { useMedia } from "../ui/media.ts";
import { Select } from "../ui/select.tsx";
import type { Asked } from "./fields.ts";
import { ASKED, OPERATION_TITLES } from "./titles.ts";

export interface OperationListProps {
  operation: Asked;
  onChoose: (operation: Asked) => void;
}

export function OperationList({ operation, onChoose }: OperationListProps) {
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version ?? "1.0";
  const binding = endpoint?.binding ?? "jsonrpc";
  const isNarrow = useMedia(NARROW);
  const lacks = (one: Asked) => getUndefinedReason(one, version, binding) !== null;
  if (isNarrow) {
    return (
      <Select
        label="Operation"
        outlined
        className="operations-select"
        options={ASKED.map((value) => ({
          value,
          label: `${OPERATION_TITLES[value]}${lacks(value) ? ` (not in ${version})` : ""}`,
        }))}
        value={operation}
        onChange={onChoose}
      />
    );
  }
  return (
    <ul className="operations-list" aria-label="Operations">
      {ASKED.map((one) => (
        <li key={one}>
          <button
            type="button"
            aria-current={one === operation || undefined}
            data-lacking={lacks(one) || undefined}
            onClick={() => onChoose(one)}
          >
            <span>{OPERATION_TITLES[one]}</span>
            <span className="mono">
              {lacks(one) ? "not defined here" : getMethodName(one, version)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
