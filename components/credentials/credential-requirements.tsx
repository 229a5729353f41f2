"use client";
// What the card requires, and which of its ways is open with what there is.
import type { CardSecurity, Requirement } from "../../lib/protocol/card/security.ts";
import { hasCredentialFor, type OriginCredentials } from "../../lib/session/origin-credentials.ts";
import { Tag } from "../ui/tag.tsx";
import { formatNeed } from "./credential-labels.ts";

export function CredentialRequirements({
  security,
  held,
}: {
  security: CardSecurity;
  held: OriginCredentials;
}) {
  const { schemes, requirements, skills } = security;
  if (schemes.length === 0) {
    return (
      <p className="credentials-hint">
        The card asks for no credentials. What you give here is sent all the same.
      </p>
    );
  }
  return (
    <section aria-label="What the card requires" className="requirements">
      {requirements.length === 0 ? (
        <p>The card describes ways to sign in, but requires none.</p>
      ) : (
        <RequirementOptions
          title="The agent wants"
          ways={requirements}
          security={security}
          held={held}
        />
      )}
      {skills.map(({ name, requirements: ways }) => (
        <RequirementOptions
          key={name}
          title={`The skill “${name}” wants`}
          ways={ways}
          security={security}
          held={held}
        />
      ))}
    </section>
  );
}

interface RequirementOptionsProps {
  title: string;
  ways: readonly Requirement[];
  security: CardSecurity;
  held: OriginCredentials;
}

function RequirementOptions({ title, ways, security, held }: RequirementOptionsProps) {
  return (
    <>
      <p>{ways.length > 1 ? `${title} one of:` : `${title}:`}</p>
      <ul>
        {ways.map((way, index) => {
          const lacks = way.filter((need) => !hasCredentialFor(held, security, need));
          return (
            <li key={String(index)}>
              <span className="requirement">
                {way.length === 0 && "nothing at all"}
                {way.length > 1 && "all of: "}
                {way.map(formatNeed).join(" and ")}
              </span>
              {lacks.length === 0 ? (
                <Tag hue="ok">met</Tag>
              ) : (
                <Tag hue="warning">
                  {way.length > 1
                    ? `${lacks.map(({ scheme }) => scheme).join(" and ")} missing`
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
