"use client";
// List of the protocol's operations, with their method names in the current version.
import { getMethodName, getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { useAgent } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import { Select } from "../ui/select.tsx";
import { useListKeys } from "../ui/use-list-keys.ts";
import { useMedia } from "../ui/use-media.ts";
import type { FormOperation } from "./operation-fields.ts";
import { FORM_OPERATIONS, OPERATION_TITLES } from "./operation-labels.ts";

interface OperationListProps {
  operation: FormOperation;
  onChoose: (operation: FormOperation) => void;
}

export function OperationList({ operation, onChoose }: OperationListProps) {
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version ?? "1.0";
  const binding = endpoint?.binding ?? "jsonrpc";
  const isNarrow = useMedia(NARROW_QUERY);
  const { list, onListKeyDown } = useListKeys<HTMLUListElement>();
  const isUndefined = (one: FormOperation) => getUndefinedReason(one, version, binding) !== null;
  if (isNarrow) {
    return (
      <Select
        label="Operation"
        outlined
        fill
        options={FORM_OPERATIONS.map((value) => ({
          value,
          label: `${OPERATION_TITLES[value]}${isUndefined(value) ? ` (not in ${version})` : ""}`,
        }))}
        value={operation}
        onChange={onChoose}
      />
    );
  }
  return (
    <ul ref={list} aria-label="Operations" onKeyDown={onListKeyDown}>
      {FORM_OPERATIONS.map((one) => (
        <li key={one}>
          <button
            type="button"
            aria-current={one === operation || undefined}
            className={cx(
              "grid w-full rounded-2 px-2.5 py-1.25 text-left text-12 text-fg-1",
              one === operation ? "bg-accent-bg forced-colors:outline" : "hover:bg-bg-3",
            )}
            onClick={() => onChoose(one)}
          >
            <span className={isUndefined(one) ? "text-fg-3" : undefined}>
              {OPERATION_TITLES[one]}
            </span>
            <span className="mono truncate text-11 text-fg-3">
              {isUndefined(one) ? "not defined here" : getMethodName(one, version)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
