// Headers of an exchange exactly as sent and received: names, order and duplicates.

import type { Exchange } from "../../lib/timeline/exchange.ts";
import { formatRequestHexdump } from "../../lib/timeline/protobuf-hexdump.ts";
import type { HeaderList, OpenRecord } from "../../lib/wire/record.ts";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { WELL } from "../ui/shared-classes.ts";

const HEADING = "pb-1 text-start text-11 font-semibold text-fg-2";
const HEADER_CELL = "border-t border-line-1 py-0.5 text-start align-top wrap-anywhere";

export function HttpHeaders({ exchange, playhead }: { exchange: Exchange; playhead: number }) {
  const { open } = exchange;
  const redirects = exchange.redirects.filter(({ firstEvent }) => firstEvent <= playhead);
  const head = exchange.headAt(playhead);
  const trailers = exchange.endAt(playhead)?.record.trailers;
  return (
    <>
      <HeaderTable title="Request headers" headers={open.record.headers} />
      {redirects.map(({ record }, i) => (
        <HeaderTable
          key={String(i)}
          title={`${record.status} redirect headers`}
          headers={record.headers}
        />
      ))}
      {head && <HeaderTable title="Response headers" headers={head.headers} />}
      {trailers && <HeaderTable title="Trailers" headers={trailers} />}
      <HttpBody text={getBodyText(open.record)} />
    </>
  );
}

function HttpBody({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-center px-3 pb-3">
      <h3 className={HEADING}>Request body</h3>
      <CopyButton text={text} what="the request body" size={24} />
      <pre className={cx(WELL, "col-span-full max-h-55 overflow-auto")}>
        {boundText(text, MAX_TEXT_LENGTH)}
      </pre>
    </section>
  );
}

/** The request body as text, or as an annotated hexdump. */
function getBodyText({ url, body, bodyB64 }: OpenRecord): string | null {
  if (bodyB64 !== undefined) return formatRequestHexdump(url, bodyB64).join("\n");
  return body ?? null;
}

function HeaderTable({ title, headers }: { title: string; headers: HeaderList }) {
  if (headers.length === 0) return null;
  return (
    <table className="mono mx-3 mt-1 mb-3 w-[calc(100%-24px)] flex-none table-fixed border-collapse text-[11.5px]/4.5">
      <caption className={cx(HEADING, "font-ui tracking-normal")}>{title}</caption>
      <tbody>
        {headers.map(([name, value], i) => (
          <tr key={`${String(i)} ${name}`}>
            <th scope="row" className={cx(HEADER_CELL, "w-[42%] pr-3 font-normal text-plan")}>
              {boundText(name)}
            </th>
            <td className={HEADER_CELL}>{boundText(value, MAX_TEXT_LENGTH)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
