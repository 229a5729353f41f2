"use client";
// Which agent: the address as an input, what was negotiated, and the ways to another log.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAgent, useOpenFile, useRun, useSession } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";
import { FileButton } from "../ui/drop-zone.tsx";
import { TextField } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import { Icon, Logo } from "../ui/icons.tsx";
import { Dot, Tag } from "../ui/tag.tsx";
import { useTheme } from "../ui/theme.ts";

export function TopBar() {
  const { run, agent } = useSession();
  const openFile = useOpenFile();
  const isOpen = useRun((state) => state.source !== null);
  const [theme, toggleTheme] = useTheme();
  const goHome = () => {
    agent.disconnect();
    run.close();
  };
  return (
    <header className="top-bar">
      <button type="button" className="brand" onClick={goHome} aria-label="Loupe, start page">
        <Logo size={20} />
        <span>Loupe</span>
      </button>
      {isOpen && <AddressBox />}
      <span className="top-bar-end">
        <FileButton className="ui-button" onFiles={openFile} aria-label="Open a log">
          <Icon name="import" size={14} />
          <span className="max-tight:hidden">Import</span>
        </FileButton>
        <IconButton
          icon="theme"
          label={theme === "dark" ? "Light theme" : "Dark theme"}
          onClick={toggleTheme}
        />
      </span>
    </header>
  );
}

const DOTS: Readonly<Record<string, { hue?: Hue; label: string; hollow?: boolean }>> = {
  none: { label: "Not connected", hollow: true },
  connecting: { hue: "warning", label: "Connecting" },
  failed: { hue: "error", label: "Not reached" },
  connected: { hue: "ok", label: "Connected" },
};

function AddressBox() {
  const { agent } = useSession();
  const phase = useAgent((state) => state.phase);
  const endpoint = useAgent((state) => state.endpoint);
  const version = useAgent((state) => state.version);
  const fileName = useRun((run) => (run.source?.kind === "file" ? run.name : ""));
  const known = phase.kind === "none" ? "" : phase.address;
  const [address, setAddress] = useState(known);
  useEffect(() => setAddress(known), [known]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "l" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      input.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== "") void agent.connect(address.trim());
  };
  const dot = DOTS[phase.kind] ?? { label: "" };
  return (
    <form className="address" onSubmit={connect}>
      <TextField
        ref={input}
        label="Agent address"
        mono
        placeholder={fileName || "https://agent.example.com"}
        value={address}
        onChange={setAddress}
        lead={<Dot {...dot} />}
      >
        {endpoint && <Tag>A2A {version ?? endpoint.version} · JSON-RPC</Tag>}
      </TextField>
    </form>
  );
}
