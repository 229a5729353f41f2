"use client";
// Lists the card's security requirements and marks the ones that the stored credentials meet.
import type { CardSecurity, SecurityRequirement } from "../../lib/protocol/card/security.ts";
import { formatNeed } from "../../lib/protocol/card/security-labels.ts";
import { hasCredentialFor, type OriginCredentials } from "../../lib/session/origin-credentials.ts";
import { Tag } from "../ui/tag.tsx";
import { HINT, SECTION } from "./credentials-section.tsx";

export function CredentialRequirements({
  security,
  stored,
}: {
  security: CardSecurity;
  stored: OriginCredentials;
}) {
  const { schemes, requirements, skills } = security;
  if (schemes.length === 0) {
    return (
      <p className={HINT}>The card requires no credentials. Anything you add here is still sent.</p>
    );
  }
  return (
    <section aria-label="Required credentials" className={SECTION}>
      {requirements.length === 0 ? (
        <p>The card declares security schemes, but requires none.</p>
      ) : (
        <RequirementOptions
          title="The agent requires"
          options={requirements}
          security={security}
          stored={stored}
        />
      )}
      {skills.map(({ name, requirements: options }) => (
        <RequirementOptions
          key={name}
          title={`The skill “${name}” requires`}
          options={options}
          security={security}
          stored={stored}
        />
      ))}
    </section>
  );
}

interface RequirementOptionsProps {
  title: string;
  options: readonly SecurityRequirement[];
  security: CardSecurity;
  stored: OriginCredentials;
}

function RequirementOptions({ title, options, security, stored }: RequirementOptionsProps) {
  return (
    <>
      <p>{options.length > 1 ? `${title} one of:` : `${title}:`}</p>
      <ul className="mt-1">
        {options.map((option, index) => {
          const missing = option.filter((need) => !hasCredentialFor(stored, security, need));
          return (
            <li
              key={String(index)}
              className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 pl-3"
            >
              <span className="min-w-0 wrap-anywhere text-fg-2">
                {option.length === 0 && "no credentials"}
                {option.length > 1 && "all of: "}
                {option.map(formatNeed).join(" and ")}
              </span>
              {missing.length === 0 ? (
                <Tag hue="ok">met</Tag>
              ) : (
                <Tag hue="warning">
                  {option.length > 1
                    ? `${missing.map(({ scheme }) => scheme).join(" and ")} missing`
                    : "missing"}
                </Tag>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
