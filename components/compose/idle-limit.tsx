"use client";
// How long an answer may be silent; there is no limit to how long it may last.
import { useEffect, useState } from "react";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { Select } from "../ui/select.tsx";

const CHOICES = [10, 30, 60, 300, 1800];

export function IdleLimit() {
  const [seconds, setSeconds] = useState<number>(SETTINGS.idleTimeoutSeconds.fallback);
  useEffect(() => setSeconds(readSetting(SETTINGS.idleTimeoutSeconds)), []);
  const known = CHOICES.includes(seconds) ? CHOICES : [...CHOICES, seconds].sort((a, b) => a - b);
  return (
    <Select
      label="Give up after"
      value={String(seconds)}
      options={known.map((value) => ({
        value: String(value),
        label: `${value < 60 ? `${value} s` : `${value / 60} min`} idle`,
      }))}
      onChange={(value) => {
        setSeconds(Number(value));
        writeSetting(SETTINGS.idleTimeoutSeconds, Number(value));
      }}
    />
  );
}
