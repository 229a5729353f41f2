"use client";
import { EXPORT_FEATURES, type ExportFeature } from "../../lib/export/export-features.ts";
// What the run leaves as: each format with what it is for, the chosen one with what it leaves out.
import type { Exporter } from "../../lib/export/exporter.ts";
import { EXPORTERS } from "../../lib/export/formats.ts";

interface FormatChoiceProps {
  chosen: Exporter;
  /** What of this run it has no place for. */
  lost: readonly ExportFeature[];
  onChange: (format: string) => void;
}

export function FormatChoice({ chosen, lost, onChange }: FormatChoiceProps) {
  return (
    <fieldset className="hand-on-choice hand-on-formats">
      <legend>As</legend>
      {EXPORTERS.map(({ id, title, description }) => (
        <label key={id}>
          <input
            type="radio"
            name="hand-on-format"
            checked={chosen.id === id}
            aria-label={title}
            onChange={() => onChange(id)}
          />
          <span>
            {title}
            <span className="hand-on-hint">{description}</span>
          </span>
        </label>
      ))}
      <p className="hand-on-lost" role="status">
        {lost.length === 0 ? (
          "It holds everything of this part."
        ) : (
          <>
            <b>Left out:</b> {lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}.
          </>
        )}
      </p>
    </fieldset>
  );
}
