"use client";
import { EXPORT_FEATURES, type ExportFeature } from "../../lib/export/export-features.ts";
// Choice of the export format, with what the chosen one cannot express of this run.
import type { Exporter } from "../../lib/export/exporter.ts";
import { EXPORTERS } from "../../lib/export/formats.ts";

interface FormatChoiceProps {
  chosen: Exporter;
  /** Features of this run that the format cannot express. */
  lost: readonly ExportFeature[];
  onChange: (format: string) => void;
}

export function FormatChoice({ chosen, lost, onChange }: FormatChoiceProps) {
  return (
    <fieldset className="hand-on-choice hand-on-formats">
      <legend>Format</legend>
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
          "Lossless for this selection."
        ) : (
          <>
            <b>Not included:</b> {lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}.
          </>
        )}
      </p>
    </fieldset>
  );
}
