"use client";
// Imports a curl command: what was pasted, the request it makes, and where its credentials go.
import { useMemo, useState } from "react";
import type { CurlCredential } from "../../lib/requests/curl-credentials.ts";
import { type CurlCommand, type CurlProblem, parseCurl } from "../../lib/requests/parse-curl.ts";
import { type Credential, getOrigin } from "../../lib/session/origin-credentials.ts";
import { useOpenDialog } from "../app-context.tsx";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextArea } from "../ui/field.tsx";
import { WELL } from "../ui/shared-classes.ts";
import { useRequestsStore } from "./requests-store.ts";
import { useSaveForm } from "./save-fields.tsx";
import type { SavedRequestsControls } from "./use-saved-requests.ts";

export function CurlImport({ controls }: { controls: SavedRequestsControls }) {
  const setImporting = useRequestsStore((state) => state.setImporting);
  const [text, setText] = useState("");
  const read = useMemo(() => (text.trim() === "" ? null : parseCurl(text)), [text]);
  return (
    <div className="grid gap-3 p-4 max-phone:p-3">
      <h3 className="text-14 font-semibold">Paste a curl command</h3>
      <TextArea
        label="curl command"
        look="exact"
        className="min-h-24 max-h-[34vh]"
        spellCheck={false}
        autoFocus
        placeholder={
          "curl https://agent.example.com/rpc \\\n  -H 'Content-Type: application/json' \\\n  -d '{…}'"
        }
        value={text}
        onChange={setText}
      />
      {read && "error" in read && <CurlErrorLine problem={read} text={text} />}
      {read && "request" in read && <CurlResult key={text} command={read} controls={controls} />}
      {!(read && "request" in read) && (
        <div>
          <Button onClick={() => setImporting(false)}>Cancel</Button>
        </div>
      )}
    </div>
  );
}

function CurlErrorLine({ problem, text }: { problem: CurlProblem; text: string }) {
  const before = text.slice(0, problem.at ?? 0);
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  return (
    <p role="alert" className="text-error">
      {problem.at === null ? "" : `Line ${line}, column ${column}: `}
      {boundText(problem.error)}
    </p>
  );
}

interface CurlResultProps {
  command: CurlCommand;
  controls: SavedRequestsControls;
}

function CurlResult({ command, controls }: CurlResultProps) {
  const { request, credentials: found, ignored } = command;
  const { credentials } = useSession();
  const openDialog = useOpenDialog();
  const { show, setImporting } = useRequestsStore((state) => state);
  const form = useSaveForm(request, controls);
  const origin = getOrigin(request.url);
  const save = async () => {
    const id = await form.save();
    if (id === null) return;
    setImporting(false);
    show(id);
    if (found.length === 0 || origin === "") return;
    const { always } = credentials.getForUrl(request.url);
    credentials.change(origin, { always: [...always, ...findNewCredentials(always, found)] });
    openDialog("credentials", { url: request.url });
  };
  return (
    <form
      className="grid gap-3"
      aria-label="Imported request"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.refusal === null) void save();
      }}
    >
      <pre className={cx(WELL, "max-h-60 overflow-auto")}>
        {boundText(`${request.method} ${request.url}\n${request.headers}\n\n${request.body}`, 5000)}
      </pre>
      {found.length > 0 && (
        <p className="text-fg-2">
          {found.map(describeCredential).join(", ")} {describeDestination(found.length, origin)}
        </p>
      )}
      {ignored.length > 0 && (
        <p className="text-fg-3">Without effect here: {boundText(ignored.join(", "))}.</p>
      )}
      {form.fields}
      {form.refusal !== null && (
        <p role="alert" className="text-error">
          {boundText(form.refusal)}
        </p>
      )}
      <div className="flex gap-1.5">
        <Button type="submit" variant="primary" disabled={form.refusal !== null}>
          Save request
        </Button>
        <Button onClick={() => setImporting(false)}>Cancel</Button>
      </div>
    </form>
  );
}

function describeCredential(credential: CurlCredential): string {
  if (credential.kind === "bearer") return "Bearer token";
  return credential.kind === "basic" ? "User and password" : boundText(credential.name);
}

function describeDestination(count: number, origin: string): string {
  const isOne = count === 1;
  if (origin !== "") {
    const to = `the credentials for ${boundText(origin)}`;
    return `${isOne ? "goes" : "go"} to ${to}, not into the collection.`;
  }
  const them = isOne ? "it" : "them";
  return `${isOne ? "is" : "are"} not saved: the URL names no host. Add ${them} to the credentials of the agent.`;
}

/** Those that are not there yet: an entry of the same kind and name is kept as it is. */
function findNewCredentials(
  known: readonly Credential[],
  found: readonly CurlCredential[],
): readonly CurlCredential[] {
  const getKey = (one: Credential | CurlCredential) =>
    one.kind === "key" ? `${one.place} ${one.name.toLowerCase()}` : one.kind;
  const taken = new Set(known.map(getKey));
  return found.filter((one) => !taken.has(getKey(one)));
}
