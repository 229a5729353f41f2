"use client";
// Which variants break which client: a table, then each break with the smallest bytes that do.

import { useRef } from "react";
import { getVariantCheck } from "../../lib/clients/client-grade.ts";
import {
  formatSmallestSize,
  type StressResult,
  type VariantResult,
} from "../../lib/clients/stress-result.ts";
import { STRESS_CHECKS } from "../../lib/clients/variants.ts";
import { StatusMark } from "../labels/status-mark.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icons.tsx";
import { WELL } from "../ui/shared-classes.ts";
import { VERDICT_MARKS } from "./client-view.tsx";
import { getLogKey } from "./use-client-run.ts";

interface StressViewProps {
  results: readonly StressResult[];
  /** The logs of what broke, by client and check. */
  logs: ReadonlyMap<string, string>;
  onOpenLog: (client: string, check: string) => void;
}

export function StressView({ results, logs, onOpenLog }: StressViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const findWorst = ({ variants }: StressResult, id: string) => {
    const own = variants.filter(({ variant }) => variant === id);
    return own.find(({ verdict }) => verdict !== "same") ?? own[0];
  };
  const rows = STRESS_CHECKS.filter(({ id }) => results.some((one) => findWorst(one, id)));
  const broken = results.flatMap(({ client, variants }) =>
    variants.filter(({ verdict }) => verdict !== "same").map((one) => ({ client, ...one })),
  );
  const showBreak = (key: string) => {
    const found = list.current?.querySelector<HTMLElement>(`[data-break="${CSS.escape(key)}"]`);
    found?.scrollIntoView({ block: "start" });
    found?.focus();
  };
  return (
    <section className="grid min-w-0 gap-2 border-t border-line-2 pt-3" aria-label="Stress">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="min-w-0 overflow-x-auto" tabIndex={0} aria-label="Variants">
        <table className="w-full border-collapse text-left">
          <caption className="pb-1 text-left text-fg-2">The same meaning in other bytes</caption>
          <thead className="text-fg-3">
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium">
                Variant
              </th>
              {results.map(({ client }) => (
                <th key={client} scope="col" className="min-w-22 py-1 pr-3 font-medium">
                  <span className="wrap-anywhere">{boundText(client)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, title }) => (
              <tr key={id}>
                <th scope="row" className="border-t border-line-2 py-1 pr-3 font-normal">
                  {title}
                </th>
                {results.map((one) => (
                  <td key={one.client} className="border-t border-line-2 py-1 pr-3">
                    <VariantCell
                      result={findWorst(one, id)}
                      onShow={() => showBreak(getLogKey(one.client, id))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {broken.length > 0 && (
        <ul ref={list} className="grid gap-3" aria-label="What breaks">
          {broken.map((one) => (
            <Break
              key={`${one.client} ${one.variant} ${one.exchange}`}
              result={one}
              onOpen={
                logs.has(getLogKey(one.client, getVariantCheck(one.variant)))
                  ? () => onOpenLog(one.client, getVariantCheck(one.variant))
                  : null
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface VariantCellProps {
  result: VariantResult | undefined;
  onShow: () => void;
}

function VariantCell({ result, onShow }: VariantCellProps) {
  if (!result) {
    return (
      <span className="text-fg-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">not applicable</span>
      </span>
    );
  }
  const mark = <StatusMark {...VERDICT_MARKS[result.verdict]} />;
  if (result.verdict === "same") return mark;
  return (
    <button
      type="button"
      className="-mx-1 inline-flex items-center gap-1 rounded-1 px-1 hover:bg-bg-3 pointer-coarse:min-h-9 forced-colors:border"
      title={result.sentence}
      onClick={onShow}
    >
      {mark}
      <Icon name="chevron-down" size={12} className="text-fg-3" />
    </button>
  );
}

interface BreakProps {
  result: VariantResult & { readonly client: string };
  /** `null` without a log. */
  onOpen: (() => void) | null;
}

function Break({ result, onOpen }: BreakProps) {
  const { client, variant, title, sentence, smallest } = result;
  return (
    <li
      className="grid min-w-0 gap-1"
      data-break={getLogKey(client, variant)}
      // So that the table leads here by keyboard too.
      tabIndex={-1}
    >
      <p className="font-semibold wrap-anywhere">{boundText(sentence, MAX_TEXT_LENGTH)}</p>
      {smallest && (
        <>
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="wrap-anywhere text-fg-2">
              {boundText(`The smallest that does, ${formatSmallestSize(smallest)}:`)}
            </p>
            <CopyButton text={smallest.body} what={`smallest response with ${title}`} size={24} />
            {onOpen && (
              <Button
                size={24}
                aria-label={`Open the log of ${title} with ${client}`}
                onClick={onOpen}
              >
                Open
              </Button>
            )}
          </div>
          {/* As JSON, because line ends are what breaks some clients. */}
          <p className={WELL} dir="ltr">
            {boundText(JSON.stringify(smallest.body), MAX_TEXT_LENGTH)}
          </p>
        </>
      )}
    </li>
  );
}
