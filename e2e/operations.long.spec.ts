// Every operation by hand, against servers of the official SDKs, in the ways that the gate leaves out.
import { type OperationBinding, testOperations } from "./support/operation-tests.ts";

const WAYS: readonly OperationBinding[] = [
  { generation: "0.2", binding: "JSONRPC", get: "tasks/get", lists: false, listsConfigs: false },
  { generation: "0.3", binding: "JSONRPC", get: "tasks/get", lists: false, listsConfigs: true },
  {
    generation: "0.3",
    binding: "HTTP+JSON",
    get: "GET tasks/{id}",
    lists: false,
    listsConfigs: true,
  },
  {
    generation: "1.0",
    binding: "HTTP+JSON",
    get: "GET tasks/{id}",
    lists: true,
    listsConfigs: true,
  },
];

for (const way of WAYS) testOperations(way);
