"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
// Settings of the trace backend that spans are sent to, and what waits to be sent.
import type { TelemetryChange } from "../../../lib/api/schemas/api-requests.ts";
import { isHeader, parsePairs, type TelemetryState } from "../../../lib/api/telemetry.ts";
import { apiClient } from "../../../lib/session/api-client.ts";
import { useAppContext } from "../../app-context.tsx";
import { TELEMETRY_KEY } from "../../server-state.ts";
import { Button } from "../../ui/button.tsx";
import { CheckLine } from "../../ui/check-line.tsx";
import { TextField } from "../../ui/field.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { SegmentedControl } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/status.tsx";
import { SettingRow } from "./display-settings.tsx";

/** The counts change while calls end. */
const REFRESH_MS = 3000;

export function TelemetrySettings() {
  const { data, isError } = useQuery({
    queryKey: TELEMETRY_KEY,
    queryFn: apiClient.getTelemetry,
    retry: 1,
    refetchInterval: REFRESH_MS,
  });
  if (data) {
    return (
      <>
        <TelemetryForm state={data} />
        <TraceUrlForm state={data} />
      </>
    );
  }
  if (!isError) return null;
  return (
    <EmptyState icon="warning" title="No response">
      Loupe's server is not responding.
    </EmptyState>
  );
}

const PROTOCOLS = [
  { value: "http/protobuf", label: "Protobuf" },
  { value: "http/json", label: "JSON" },
] as const;

const CHECKS = [
  {
    name: "isCompressed",
    title: "Compression",
    hint: "Spans are sent with gzip.",
    label: "Compress spans",
  },
  {
    name: "hasContent",
    title: "Content",
    hint: "Messages, results and plans, and the arguments and results of tools. Secrets that Loupe finds are redacted.",
    label: "Include content",
  },
] as const;

const LOCKED_REASONS = {
  environment: "These settings come from the environment variables that Loupe was started with.",
  shared:
    "This Loupe is reachable from other machines or has several users. Only the environment variables it is started with can set a backend.",
} as const;

function TelemetryForm({ state }: { state: TelemetryState }) {
  const { locked, protocol, isCompressed, hasContent, headerNames } = state;
  const queries = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: (change: TelemetryChange) => apiClient.setTelemetry(change),
    onSuccess: (changed) => queries.setQueryData(TELEMETRY_KEY, changed),
  });
  const [url, setUrl] = useState(state.url ?? "");
  const [headers, setHeaders] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const settings = { url: state.url, protocol, isCompressed, hasContent };
  const isLocked = locked !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pairs = parsePairs(headers);
    const isValid = pairs?.every(isHeader) === true;
    setProblem(isValid ? null : "Headers must be a list such as authorization=Bearer%20TOKEN.");
    if (!isValid) return;
    mutate({
      ...settings,
      url: url.trim() === "" ? null : url.trim(),
      ...(headers.trim() !== "" && { headers: pairs }),
    });
    setHeaders("");
  };
  const message = problem ?? (error instanceof Error ? error.message : null);
  return (
    <form onSubmit={submit} aria-label="Telemetry" noValidate>
      <p className="max-w-[72ch] pb-3 text-fg-2">
        Sends each call as an OpenTelemetry span to a trace backend, when it has ended. If the
        backend does not respond, spans wait in the data folder.
      </p>
      {locked !== null && <p className="max-w-[72ch] pb-3">{LOCKED_REASONS[locked]}</p>}
      <SettingRow
        title="Backend"
        hint="The base address of an OTLP endpoint over HTTP, such as http://127.0.0.1:4318. Leave it empty to send nothing."
      >
        <TextField
          label="Backend"
          className="w-66"
          value={url}
          disabled={isLocked}
          placeholder="http://127.0.0.1:4318"
          onChange={setUrl}
        />
      </SettingRow>
      <SettingRow
        title="Headers"
        hint={
          headerNames.length === 0
            ? "Credentials of the backend, such as authorization=Bearer%20TOKEN. They are never shown again."
            : `Stored: ${headerNames.join(", ")}. What you enter here replaces them.`
        }
      >
        <TextField
          label="Headers"
          type="password"
          className="w-66"
          value={headers}
          disabled={isLocked}
          onChange={setHeaders}
        />
      </SettingRow>
      <div className="flex items-center justify-end gap-2 py-2">
        {message !== null && (
          <p role="alert" className="grow text-error">
            {message}
          </p>
        )}
        <Button variant="primary" type="submit" disabled={isLocked}>
          Save backend
        </Button>
      </div>
      <SettingRow title="Format" hint="Phoenix accepts only Protobuf.">
        {isLocked ? (
          PROTOCOLS.find(({ value }) => value === protocol)?.label
        ) : (
          <SegmentedControl
            label="Format"
            options={PROTOCOLS}
            value={protocol}
            onChange={(value) => mutate({ ...settings, protocol: value })}
          />
        )}
      </SettingRow>
      {CHECKS.map(({ name, title, hint, label }) => (
        <SettingRow key={name} title={title} hint={hint}>
          <CheckLine
            checked={settings[name]}
            disabled={isLocked}
            onChange={(checked) => mutate({ ...settings, [name]: checked })}
          >
            {label}
          </CheckLine>
        </SettingRow>
      ))}
      <TelemetryStatus state={state} />
    </form>
  );
}

const TRACE_URL_LOCKS = {
  environment: "Set by LOUPE_TRACE_URL, with which Loupe was started.",
  shared:
    "This Loupe is reachable from other machines or has several users: only LOUPE_TRACE_URL can set it.",
} as const;

/** The backend's page of a trace, to which the menus of calls lead. */
function TraceUrlForm({ state }: { state: TelemetryState }) {
  const { traceUrl, traceUrlLocked: locked } = state;
  const app = useAppContext();
  const queries = useQueryClient();
  const [text, setText] = useState(traceUrl ?? "");
  const { mutate, error } = useMutation({
    mutationFn: (url: string | null) => apiClient.setTraceUrl(url),
    onSuccess: (changed) => {
      queries.setQueryData(TELEMETRY_KEY, changed);
      app.actions.setTraceUrl(changed.traceUrl);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(text.trim() === "" ? null : text);
  };
  return (
    <form onSubmit={submit} aria-label="Link to traces" noValidate>
      <SettingRow
        title="Address of a trace"
        hint={
          locked === null
            ? "Where the backend shows a trace, such as https://jaeger.example/trace/{traceId}. Menus of calls then have “Open in trace backend”."
            : TRACE_URL_LOCKS[locked]
        }
      >
        <TextField
          label="Address of a trace"
          className="w-66"
          value={text}
          disabled={locked !== null}
          placeholder="http://127.0.0.1:16686/trace/{traceId}"
          onChange={setText}
        />
      </SettingRow>
      <div className="flex items-center justify-end gap-2 py-2">
        {error instanceof Error && (
          <p role="alert" className="grow text-error">
            {error.message}
          </p>
        )}
        <Button variant="primary" type="submit" disabled={locked !== null}>
          Save address
        </Button>
      </div>
    </form>
  );
}

function TelemetryStatus({ state }: { state: TelemetryState }) {
  const { unsent, sent, lastProblem } = state;
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: apiClient.sendTelemetry,
    onSuccess: (changed) => queries.setQueryData(TELEMETRY_KEY, changed),
  });
  const counts = `${formatQuantity(sent, "call")} sent since the start, ${formatQuantity(unsent, "call")} waiting.`;
  return (
    <SettingRow title="Status" hint={lastProblem === null ? counts : `${counts} ${lastProblem}`}>
      <Button
        variant="outline"
        disabled={state.url === null || unsent === 0}
        onClick={() => send.mutate()}
      >
        Send now
      </Button>
    </SettingRow>
  );
}
