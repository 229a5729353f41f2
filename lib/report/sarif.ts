/** The envelope of SARIF 2.1.0 (OASIS): one run of Loupe with its rules and results. */

import { PRODUCT } from "../api/version.ts";
import { toPrintable } from "./printable.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

export interface SarifRun {
  /** The command, if results of several are shown together. */
  readonly command?: string;
  readonly rules: readonly object[];
  /** What could not be judged, so that it does not look sound. */
  readonly notifications: readonly string[];
  readonly results: readonly object[];
}

export function createSarifLog({ command, rules, notifications, results }: SarifRun): object {
  const [product = "loupe", version = "0"] = PRODUCT.split("/");
  const name = command === undefined ? product : `${product} ${command}`;
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name, version, semanticVersion: version, rules } },
        invocations: [
          {
            executionSuccessful: notifications.length === 0,
            ...(notifications.length > 0 && {
              toolExecutionNotifications: notifications.map((text) => ({
                level: "error",
                message: { text: toPrintable(text) },
              })),
            }),
          },
        ],
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
}
